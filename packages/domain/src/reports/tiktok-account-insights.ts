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
    description:
      'For each hour of the day, how many followers were active in it. `hour` counts from 0; the platform does not say in which time zone. Empty if the platform does not report it.',
  },
})

/** The response schema: metrics per day, and the audience of the account. */
export const tiktokAccountInsights = reportResponse('tiktok', {
  isBusinessAccount: nullableBoolean,
  startDate: calendarDay,
  endDate: calendarDay,
  daily: {
    ...list(dayOfAccount),
    description:
      'One entry for each day that the platform reports, oldest first. The platform reports the metrics of a day 24 to 48 hours later.',
  },
  audience: closed({
    ages: audienceShares,
    genders: audienceShares,
    countries: audienceShares,
    cities: audienceShares,
  }),
})
