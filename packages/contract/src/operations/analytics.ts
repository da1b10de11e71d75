import {
  type Platform,
  type ReportCapability,
  type ReportQueryParameters,
  reports,
  resolveReportQuery,
  uuid,
} from '@carillon/domain'
import type { Operation } from '../operation.ts'
import { dateRangeFields, object, videoIds, withDateRange } from '../parameters.ts'

const ids = { accountId: uuid, profileId: uuid } as const
const accountQuery = object(ids, ['accountId'])

const errors = [
  'profile_not_found',
  'account_not_found',
  'connection_expired',
  'provider_not_configured',
  'provider_error',
] as const

const everywhere = {
  method: 'get',
  tag: 'Analytics',
  scope: 'analytics:read',
  profile: 'required',
} as const

/** Returns the platform and capability of a report, and the rules of its cell for days and ids. */
function reportOf<const P extends Platform, const C extends ReportCapability>(platform: P, capability: C) {
  return {
    platform,
    capability,
    rules({ query }: { query: ReportQueryParameters }, now: Date): void {
      resolveReportQuery(query, { capability, platform, now })
    },
  }
}

/** The operations that read reports, keyed by operation id: `analytics.` and the id of the report. */
export const analyticsOperations = {
  'analytics.instagram.account-insights': {
    ...everywhere,
    path: '/analytics/instagram/account-insights',
    summary: 'Read the insights of an Instagram account',
    description:
      'Reads the totals of the last 28 days from the platform: `views`, `reach`, `total_interactions` and `accounts_engaged`. They can be delayed by up to 48 hours. If the rate limit of the platform is reached, the error is `provider_error`, with the seconds to wait in Retry-After.',
    ...reportOf('instagram', 'analytics.account-insights'),
    query: accountQuery,
    responses: {
      200: { description: 'The totals of the last 28 days.', schema: reports['instagram.account-insights'] },
    },
    errors,
  },
  'analytics.tiktok.account-analytics': {
    ...everywhere,
    path: '/analytics/tiktok/account-analytics',
    summary: 'Read the profile and totals of a TikTok account',
    description:
      'Reads the account from the platform. Fields that the platform does not report, or that need a permission which was not granted (see missingScopes of the account), are null.',
    ...reportOf('tiktok', 'analytics.account-analytics'),
    query: accountQuery,
    responses: {
      200: {
        description: 'The profile and the current totals of the account.',
        schema: reports['tiktok.account-analytics'],
      },
    },
    errors,
  },
  'analytics.tiktok.account-insights': {
    ...everywhere,
    path: '/analytics/tiktok/account-insights',
    summary: 'Read the daily insights of a TikTok account',
    description:
      'Reads insights from the platform, by default for the last 28 complete days (UTC); a first day more than 60 days ago is rejected with `invalid_request`. Metrics that the platform does not report are null, and so are followers and isBusinessAccount if their permissions were not granted; without user.insights, the response is 422 `connection_expired`. The platform reports metrics only if the user has turned on analytics in its app; unique views, followers gained and lost, engaged audience and activity only for business accounts, clicks only for verified or registered businesses, and demographics and activity only for accounts with at least 100 followers.',
    ...reportOf('tiktok', 'analytics.account-insights'),
    query: withDateRange(object({ ...ids, ...dateRangeFields }, ['accountId'])),
    responses: {
      200: { description: 'Daily values and the audience.', schema: reports['tiktok.account-insights'] },
    },
    errors,
  },
  'analytics.tiktok.video-insights': {
    ...everywhere,
    path: '/analytics/tiktok/video-insights',
    summary: 'Read the insights of TikTok videos',
    description:
      'Reads the insights of the videos in `videoIds` from the platform, by default of the newest public videos, up to 20. More than 20 ids are rejected with `invalid_request`.',
    ...reportOf('tiktok', 'analytics.video-insights'),
    query: object({ ...ids, videoIds }, ['accountId']),
    responses: { 200: { description: 'The videos with their insights.', schema: reports['tiktok.video-insights'] } },
    errors,
  },
  'analytics.facebook.page-metrics': {
    ...everywhere,
    path: '/analytics/facebook/page-metrics',
    summary: 'Read the metrics of a Facebook Page',
    description:
      'Reads the Page from the platform; without accountId, the facebook accounts of the profile are tried in the order in which they were connected, expired ones last, until one has a Page. If the insights cannot be read, they are null, insightsUnavailable gives the reason, and all other fields are returned. If the Page or its posts cannot be read because the rate limit of the platform is reached, the error is `provider_error`, with the seconds to wait in Retry-After.',
    ...reportOf('facebook', 'analytics.page-metrics'),
    query: object(ids, []),
    responses: {
      200: { description: 'The Page with its metrics and insights.', schema: reports['facebook.page-metrics'] },
    },
    errors: ['profile_required', ...errors, 'page_not_selected'],
  },
  'analytics.youtube.channel-insights': {
    ...everywhere,
    path: '/analytics/youtube/channel-insights',
    summary: 'Read the insights of a YouTube channel',
    description:
      'Reads insights from the platform, by default for the 28 days that end three days ago, as metrics are two to three days late. More than 365 days are rejected with `invalid_request`. Days without activity can be missing.',
    ...reportOf('youtube', 'analytics.channel-insights'),
    query: withDateRange(object({ ...ids, ...dateRangeFields }, ['accountId'])),
    responses: {
      200: { description: 'The channel and its insights.', schema: reports['youtube.channel-insights'] },
    },
    errors: [...errors, 'quota_exhausted'],
  },
  'analytics.youtube.video-insights': {
    ...everywhere,
    path: '/analytics/youtube/video-insights',
    summary: 'Read the insights of YouTube videos',
    description:
      'Reads the insights of the videos in `videoIds` from the platform, by default of the newest videos, up to 20. The default range is the 28 days that end three days ago. More than 50 ids or 365 days are rejected with `invalid_request`.',
    ...reportOf('youtube', 'analytics.video-insights'),
    query: withDateRange(object({ ...ids, videoIds, ...dateRangeFields }, ['accountId'])),
    responses: { 200: { description: 'The videos with their insights.', schema: reports['youtube.video-insights'] } },
    errors: [...errors, 'quota_exhausted'],
  },
} as const satisfies Record<`analytics.${keyof typeof reports}`, Operation>
