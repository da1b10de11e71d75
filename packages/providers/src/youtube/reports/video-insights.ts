import { capabilities, type ReportFields } from '@carillon/domain'
import { type Fields, numberOf } from '../../json.ts'
import type { Report } from '../../ports/reports.ts'
import type { YouTubeCredentials } from '../credentials.ts'
import { newestVideoIds } from '../uploads-playlist.ts'
import { queryReports, requireAnalytics } from './query-report.ts'

type Video = ReportFields['youtube.video-insights']['insights']['videos'][number]

const { defaultVideos, videoIds: maxVideos } = capabilities['analytics.video-insights'].cells.youtube

/** Matches video ids. Any other string names no video and could change the meaning of a filter. */
const videoId = /^[A-Za-z0-9_-]+$/

const metrics = [
  ...['views', 'estimatedMinutesWatched', 'averageViewDuration', 'averageViewPercentage'],
  ...['likes', 'comments', 'shares', 'subscribersGained'],
]

function videoOf(videoId: string, row: Fields): Video {
  return {
    videoId,
    views: numberOf(row['views']),
    minutesWatched: numberOf(row['estimatedMinutesWatched']),
    averageViewDurationSeconds: numberOf(row['averageViewDuration']),
    averageViewPercentage: numberOf(row['averageViewPercentage']),
    likes: numberOf(row['likes']),
    comments: numberOf(row['comments']),
    shares: numberOf(row['shares']),
    subscribersGained: numberOf(row['subscribersGained']),
  }
}

/**
 * Returns one video for each id, in the same order. All metrics are null if `rows` has no row for the video, for
 * example because it belongs to another channel.
 */
export function videosOf(ids: readonly string[], rows: readonly Fields[]): Video[] {
  const byId = new Map(rows.map((row) => [row['video'], row]))
  return ids.map((id) => videoOf(id, byId.get(id) ?? {}))
}

/**
 * Reads the metrics of the given videos, or of the 20 newest ones if `videoIds` is null, for the days of `window`, both
 * inclusive. Costs one unit of the daily quota `youtube.analytics` (none if there is no video, or no valid id), and for
 * the newest ones also one of `youtube.units`.
 * @throws ProviderError `connection_expired` if the scope for reports was not granted; `quota_exhausted` if too few
 *   units are left
 * @see https://developers.google.com/youtube/analytics/channel_reports (read 2026-11-20)
 */
export const videoInsights: Report<'youtube', 'video-insights', YouTubeCredentials> = async (
  call,
  { videoIds, window },
) => {
  requireAnalytics(call)
  const ids = videoIds ?? (await newestVideoIds(call, defaultVideos))
  const requested = ids.filter((id) => videoId.test(id))
  const question = {
    dimensions: ['video'],
    filters: `video==${requested.join(',')}`,
    sort: '-views',
    maxResults: maxVideos,
    metrics,
  }
  const [rows = []] = requested.length === 0 ? [] : await queryReports(call, window, [question])
  return { insights: { startDate: window.startDate, endDate: window.endDate, videos: videosOf(ids, rows) } }
}
