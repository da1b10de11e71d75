import { calendarDay, closed, nullableNumber, text } from '../schema.ts'
import { list, nullableBoolean, reportResponse } from './response.ts'
import { audienceShares } from './tiktok-audience.ts'

const dayOfAccount = closed({
  date: calendarDay,
  videoViews: nullableNumber,
  uniqueVideoViews: nullableNumber,
  profileViews: nullableNumber,
  likes: nullableNumber,
  comments: nullableNumber,
  shares: nullableNumber,
  followers: nullableNumber,
  newFollowers: nullableNumber,
  lostFollowers: nullableNumber,
  engagedAudience: nullableNumber,
  bioLinkClicks: nullableNumber,
  emailClicks: nullableNumber,
  phoneNumberClicks: nullableNumber,
  addressClicks: nullableNumber,
  appDownloadClicks: nullableNumber,
  leadSubmissions: nullableNumber,
  activity: {
    ...list(closed({ hour: text, count: { type: 'number' } })),
    description: 'Followers who were active in each hour of the day.',
  },
})

/** The response schema: metrics per day, and the audience of the account. */
export const tiktokAccountInsights = reportResponse('tiktok', {
  isBusinessAccount: nullableBoolean,
  startDate: calendarDay,
  endDate: calendarDay,
  daily: { ...list(dayOfAccount), description: 'Oldest first. The newest metrics are 24 to 48 hours old.' },
  audience: closed({
    ages: audienceShares,
    genders: audienceShares,
    countries: audienceShares,
    cities: audienceShares,
  }),
})
