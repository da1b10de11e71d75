import type { TokenPair } from '../credentials.ts'
import type { ReportsPort } from '../ports/reports.ts'
import { accountAnalytics } from './reports/account-analytics.ts'
import { accountInsights } from './reports/account-insights.ts'
import { videoInsights } from './reports/video-insights.ts'

export const tiktokReports: ReportsPort<'tiktok', TokenPair> = {
  'account-analytics': accountAnalytics,
  'account-insights': accountInsights,
  'video-insights': videoInsights,
}
