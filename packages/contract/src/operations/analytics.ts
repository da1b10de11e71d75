import { reports, uuid } from '@carillon/domain'
import type { Operation } from '../operation.ts'
import { dateRangeFields, object, videoIds } from '../parameters.ts'

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
  profile: 'required',
} as const

/** One row for each report. Its id is `analytics.` and the report's id. */
export const analyticsOperations = {
  'analytics.instagram.account-insights': {
    ...everywhere,
    path: '/analytics/instagram/account-insights',
    summary: 'Read the insights of an Instagram account',
    description:
      'Totals of the last 28 days, read live: `views`, `reach`, `total_interactions` and `accounts_engaged`. Figures are up to 48 hours late.',
    platform: 'instagram',
    capability: 'analytics.account-insights',
    query: accountQuery,
    responses: { 200: { description: 'The totals.', schema: reports['instagram.account-insights'] } },
    errors,
  },
  'analytics.tiktok.account-analytics': {
    ...everywhere,
    path: '/analytics/tiktok/account-analytics',
    summary: 'Read the profile and totals of a TikTok account',
    description: 'Read live. What the user did not grant is null.',
    platform: 'tiktok',
    capability: 'analytics.account-analytics',
    query: accountQuery,
    responses: {
      200: { description: 'The profile and totals.', schema: reports['tiktok.account-analytics'] },
    },
    errors,
  },
  'analytics.tiktok.account-insights': {
    ...everywhere,
    path: '/analytics/tiktok/account-insights',
    summary: 'Read the daily insights of a TikTok account',
    description:
      'Read live, for the last 28 complete days if no days are sent; the first day may be 60 days ago. Unique views, followers gained and lost, engaged audience and activity are reported for business accounts only, clicks for registered businesses, demographics and activity from 100 followers on.',
    platform: 'tiktok',
    capability: 'analytics.account-insights',
    query: object({ ...ids, ...dateRangeFields }, ['accountId']),
    responses: {
      200: { description: 'Figures by day and the audience.', schema: reports['tiktok.account-insights'] },
    },
    errors,
  },
  'analytics.tiktok.video-insights': {
    ...everywhere,
    path: '/analytics/tiktok/video-insights',
    summary: 'Read the insights of TikTok videos',
    description: 'Read live, for the newest page of videos if no ids are sent; at most 20 ids.',
    platform: 'tiktok',
    capability: 'analytics.video-insights',
    query: object({ ...ids, videoIds }, ['accountId']),
    responses: { 200: { description: 'The videos.', schema: reports['tiktok.video-insights'] } },
    errors,
  },
  'analytics.facebook.page-metrics': {
    ...everywhere,
    path: '/analytics/facebook/page-metrics',
    summary: 'Read the metrics of a Facebook Page',
    description:
      "Read live. Without accountId, the profile's first connected Page. Insights that cannot be read are null and insightsUnavailable says why; the rest is returned all the same.",
    platform: 'facebook',
    capability: 'analytics.page-metrics',
    query: object(ids, []),
    responses: { 200: { description: 'The Page.', schema: reports['facebook.page-metrics'] } },
    errors: ['profile_required', ...errors, 'page_not_selected'],
  },
  'analytics.youtube.channel-insights': {
    ...everywhere,
    path: '/analytics/youtube/channel-insights',
    summary: 'Read the insights of a YouTube channel',
    description:
      'Read live, for 28 days that end three days ago if no days are sent; at most 365 days. Days without activity can be missing.',
    platform: 'youtube',
    capability: 'analytics.channel-insights',
    query: object({ ...ids, ...dateRangeFields }, ['accountId']),
    responses: {
      200: { description: 'The channel and its figures.', schema: reports['youtube.channel-insights'] },
    },
    errors: [...errors, 'quota_exhausted'],
  },
  'analytics.youtube.video-insights': {
    ...everywhere,
    path: '/analytics/youtube/video-insights',
    summary: 'Read the insights of YouTube videos',
    description:
      'Read live, for the 20 newest videos if no ids are sent, at most 50, and for 28 days that end three days ago if no days are sent.',
    platform: 'youtube',
    capability: 'analytics.video-insights',
    query: object({ ...ids, videoIds, ...dateRangeFields }, ['accountId']),
    responses: { 200: { description: 'The videos.', schema: reports['youtube.video-insights'] } },
    errors: [...errors, 'quota_exhausted'],
  },
} as const satisfies Record<`analytics.${keyof typeof reports}`, Operation>
