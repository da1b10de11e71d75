import type { Described } from '../schema.ts'
import { facebookPageMetrics } from './facebook-page-metrics.ts'
import { instagramAccountInsights } from './instagram-account-insights.ts'
import type { Frame } from './response.ts'
import { tiktokAccountAnalytics } from './tiktok-account-analytics.ts'
import { tiktokAccountInsights } from './tiktok-account-insights.ts'
import { tiktokVideoInsights } from './tiktok-video-insights.ts'
import { youtubeChannelInsights } from './youtube-channel-insights.ts'
import { youtubeVideoInsights } from './youtube-video-insights.ts'

export {
  type ReportCapability,
  type ReportQueryParameters,
  type ResolvedReportQuery,
  resolveReportQuery,
} from './report-query.ts'

/** The response schemas of all reports, keyed by `<platform>.<report>`. */
export const reports = {
  'instagram.account-insights': instagramAccountInsights,
  'tiktok.account-analytics': tiktokAccountAnalytics,
  'tiktok.account-insights': tiktokAccountInsights,
  'tiktok.video-insights': tiktokVideoInsights,
  'facebook.page-metrics': facebookPageMetrics,
  'youtube.channel-insights': youtubeChannelInsights,
  'youtube.video-insights': youtubeVideoInsights,
} as const

type ReportId = keyof typeof reports

/**
 * The fields of each report that its network reports, keyed like `reports`: the response without the fields that
 * Carillon adds.
 */
export type ReportFields = {
  [Id in ReportId]: Omit<Described<(typeof reports)[Id]>, Frame>
}
