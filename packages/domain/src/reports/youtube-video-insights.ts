import { capabilities } from '../capabilities.ts'
import { calendarDay, closed, nullableNumber, text } from '../schema.ts'
import { list, reportResponse } from './response.ts'

const video = closed({
  videoId: text,
  views: nullableNumber,
  minutesWatched: nullableNumber,
  averageViewDurationSeconds: nullableNumber,
  averageViewPercentage: {
    ...nullableNumber,
    description:
      'The average share of the video that viewers watched, in percent: from 0 to 100, or more if parts are watched again. null if the platform does not report it.',
  },
  likes: nullableNumber,
  comments: nullableNumber,
  shares: nullableNumber,
  subscribersGained: nullableNumber,
})

const { defaultVideos } = capabilities['analytics.video-insights'].cells.youtube

/** The response schema: metrics of videos over a range of days. */
export const youtubeVideoInsights = reportResponse('youtube', {
  insights: closed({
    startDate: calendarDay,
    endDate: calendarDay,
    videos: {
      ...list(video),
      description: `The videos of videoIds in their order, or up to ${defaultVideos} of the newest ones if videoIds was not sent. All metrics of a video without data in the range, or of another channel, are null.`,
    },
  }),
})
