import type { ReportFields } from '@carillon/domain'
import type { TokenPair } from '../../credentials.ts'
import { ProviderError } from '../../error-rules.ts'
import { booleanOf, type Fields, numberOf, stringOf, textOf } from '../../json.ts'
import type { Report } from '../../ports/reports.ts'
import { requireScope } from '../client.ts'
import { createdAt, newestVideos, videosById } from '../videos.ts'
import { sharesOf } from './shares.ts'

type Video = ReportFields['tiktok.video-insights']['videos'][number]

/** The fields read of a video besides its id. Some need `video.list`, the others `video.insights`. */
const fields = [
  ...['media_type', 'is_ad', 'caption', 'thumbnail_url', 'share_url', 'embed_url', 'video_duration', 'create_time'],
  ...['likes', 'comments', 'shares', 'favorites', 'video_views', 'reach'],
  ...['total_time_watched', 'average_time_watched', 'full_video_watched_rate', 'new_followers', 'profile_views'],
  ...['video_view_retention', 'impression_sources', 'audience_genders', 'audience_countries', 'audience_cities'],
  'audience_types',
]

/** Matches ids of posts. Unverified: TikTok rejects a call with any other string, and so the other videos with it. */
const postId = /^\d{1,20}$/

function insightsOf(video: Fields): Video['insights'] {
  return {
    totalTimeWatchedSeconds: numberOf(video['total_time_watched']),
    averageTimeWatchedSeconds: numberOf(video['average_time_watched']),
    fullVideoWatchedRate: numberOf(video['full_video_watched_rate']),
    newFollowers: numberOf(video['new_followers']),
    profileViews: numberOf(video['profile_views']),
    retention: sharesOf(video['video_view_retention'], 'second').map(({ key, percentage }) => ({
      second: key,
      percentage,
    })),
    impressionSources: sharesOf(video['impression_sources'], 'impression_source'),
    audienceGenders: sharesOf(video['audience_genders'], 'gender'),
    audienceCountries: sharesOf(video['audience_countries'], 'country'),
    audienceCities: sharesOf(video['audience_cities'], 'city_name'),
    audienceTypes: sharesOf(video['audience_types'], 'type'),
  }
}

/** Converts a video of TikTok's list. Returns a list with one item, or an empty list if the id is missing. */
export function videoOf(video: Fields): Video[] {
  const id = textOf(video['item_id'])
  if (id === null) return []
  const time = createdAt(video)
  return [
    {
      id,
      mediaType: stringOf(video['media_type']),
      isAd: booleanOf(video['is_ad']),
      caption: stringOf(video['caption']),
      coverImageUrl: stringOf(video['thumbnail_url']),
      shareUrl: stringOf(video['share_url']),
      embedUrl: stringOf(video['embed_url']),
      durationSeconds: numberOf(video['video_duration']),
      likeCount: numberOf(video['likes']),
      commentCount: numberOf(video['comments']),
      shareCount: numberOf(video['shares']),
      favoriteCount: numberOf(video['favorites']),
      viewCount: numberOf(video['video_views']),
      reach: numberOf(video['reach']),
      createdAt: time === null ? null : new Date(time).toISOString(),
      insights: insightsOf(video),
    },
  ]
}

/**
 * Reads the insights of the given videos; if `videoIds` is null, of up to 20 of the newest ones (`newestVideos`).
 * Videos that TikTok does not return are omitted, and so are ids that are not 1 to 20 digits, which are not requested.
 * @throws ProviderError `connection_expired` if `video.list` or `video.insights` was not granted; `rate_limited`;
 *   `provider_error` if TikTok's list ends before all of the videos could have been found
 */
export const videoInsights: Report<'tiktok', 'video-insights', TokenPair> = async (call, { videoIds }) => {
  requireScope(call, 'video.insights')
  requireScope(call, 'video.list')
  const ids = videoIds?.filter((id) => postId.test(id)) ?? null
  if (ids?.length === 0) return { videos: [] }
  if (ids === null) return { videos: (await newestVideos(call, { fields })).flatMap(videoOf) }
  const { videos, isWhole } = await videosById(call, { fields, ids })
  if (!isWhole)
    throw new ProviderError('provider_error', 'TikTok does not list the videos at the moment.', 'indeterminate')
  return { videos: videos.flatMap(videoOf) }
}
