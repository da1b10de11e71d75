import type { ReportsPort } from '../ports/reports.ts'
import type { YouTubeCredentials } from './credentials.ts'
import { channelInsights } from './reports/channel-insights.ts'
import { videoInsights } from './reports/video-insights.ts'

export const youtubeReports: ReportsPort<'youtube', YouTubeCredentials> = {
  'channel-insights': channelInsights,
  'video-insights': videoInsights,
}
