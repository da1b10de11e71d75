import { closed, nullableNumber, nullableText, nullableTimestamp, text } from '../schema.ts'
import { list, nullableBoolean, reportResponse } from './response.ts'
import { audienceShares } from './tiktok-audience.ts'

const insights = closed({
  totalTimeWatchedSeconds: nullableNumber,
  averageTimeWatchedSeconds: nullableNumber,
  fullVideoWatchedRate: { ...nullableNumber, description: 'A fraction of 1.' },
  newFollowers: nullableNumber,
  profileViews: nullableNumber,
  retention: {
    ...list(closed({ second: text, percentage: { type: 'number' } })),
    description: 'The fraction of viewers still watching at each second.',
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
  coverImageUrl: { ...nullableText, description: 'A signed URL that expires: read the report again for a new one.' },
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
  videos: { ...list(video), description: 'Newest first. Ids that do not belong to the account are omitted.' },
})
