import { capabilities } from '../capabilities.ts'
import { calendarDay, closed, nullableNumber, text } from '../schema.ts'
import { list, reportResponse } from './response.ts'

const video = closed({
  videoId: text,
  views: nullableNumber,
  minutesWatched: nullableNumber,
  averageViewDurationSeconds: nullableNumber,
  averageViewPercentage: { ...nullableNumber, description: 'From 0 to 100, or more if parts are watched again.' },
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
      description: `In the order of videoIds, else the ${defaultVideos} newest. All metrics of a video without data are null.`,
    },
  }),
})
