import { calendarDay, closed, nullableNumber, nullableText, text } from '../schema.ts'
import { list, reportResponse } from './response.ts'

const figures = {
  views: nullableNumber,
  minutesWatched: nullableNumber,
  averageViewDurationSeconds: nullableNumber,
  likes: nullableNumber,
  comments: nullableNumber,
} as const

const dayOfChannel = closed({
  date: calendarDay,
  ...figures,
  subscribersGained: nullableNumber,
  subscribersLost: nullableNumber,
  shares: nullableNumber,
})

const audience = closed({
  ageGender: list(
    closed({
      ageGroup: text,
      gender: text,
      percentage: { type: 'number', description: 'The share of the viewers in percent, from 0 to 100.' },
    }),
  ),
  countries: list(closed({ country: text, views: { type: 'number' } })),
})

/** The response schema: a channel, its metrics per day, its most viewed videos and its audience. */
export const youtubeChannelInsights = reportResponse('youtube', {
  channel: closed({
    channelId: text,
    title: nullableText,
    handle: nullableText,
    avatarUrl: nullableText,
    subscribers: {
      ...nullableNumber,
      description: 'The number of subscribers; null if the channel hides it or the platform does not report it.',
    },
    views: nullableNumber,
    videos: nullableNumber,
  }),
  insights: closed({
    daily: {
      ...list(dayOfChannel),
      description:
        'The metrics of each day, oldest first. The platform reports those of a day two to three days later.',
    },
    topVideos: {
      ...list(closed({ videoId: text, ...figures })),
      description: 'The videos with the most views in the range, at most ten.',
    },
    audience: {
      ...audience,
      description:
        'The viewers in the range. Either list is empty if the platform reports nothing, for example because too few viewers watched.',
    },
  }),
})
