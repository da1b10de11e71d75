import { closed, nullableNumber, nullableText, nullableTimestamp, text } from '../schema.ts'
import { list, nullableBoolean, reportResponse } from './response.ts'
import { audienceShares } from './tiktok-audience.ts'

const insights = closed({
  totalTimeWatchedSeconds: nullableNumber,
  averageTimeWatchedSeconds: nullableNumber,
  fullVideoWatchedRate: {
    ...nullableNumber,
    description:
      'The share of views in which the video was watched to its end, as a fraction from 0 to 1; null if the platform does not report it.',
  },
  newFollowers: nullableNumber,
  profileViews: nullableNumber,
  retention: {
    ...list(closed({ second: text, percentage: { type: 'number' } })),
    description:
      'The share of viewers who still watch at each second of the video, as a fraction from 0 to 1 (`percentage`); empty if the platform does not report it.',
  },
  impressionSources: audienceShares,
  audienceGenders: audienceShares,
  audienceCountries: audienceShares,
  audienceCities: audienceShares,
  audienceTypes: audienceShares,
})

const video = closed({
  id: text,
  mediaType: nullableText,
  isAd: nullableBoolean,
  caption: nullableText,
  coverImageUrl: {
    ...nullableText,
    description:
      "The URL of the video's cover, which is signed and expires: read the report again for a new one. null if the platform does not report it.",
  },
  shareUrl: nullableText,
  embedUrl: nullableText,
  durationSeconds: nullableNumber,
  likeCount: nullableNumber,
  commentCount: nullableNumber,
  shareCount: nullableNumber,
  favoriteCount: nullableNumber,
  viewCount: nullableNumber,
  reach: nullableNumber,
  createdAt: nullableTimestamp,
  insights,
})

/** The response schema: metrics of videos since they were published. They stop changing after 365 days. */
export const tiktokVideoInsights = reportResponse('tiktok', {
  videos: {
    ...list(video),
    description:
      'The videos, newest first. Videos in videoIds that the platform does not return, such as private ones and those of other accounts, are omitted. The metrics stop changing 365 days after a video was published.',
  },
})
