import { type DailyQuotaName, dailyQuotas, resetOf } from '@carillon/domain'
import type { OutboundResponse } from '@carillon/outbound'
import { callNetwork, type Dialect, type NetworkRequest } from '../call-network.ts'
import { ProviderError } from '../error-rules.ts'
import { hostsOf } from '../host.ts'
import type { YouTubeCall } from './credentials.ts'
import { youtubeDialect } from './errors.ts'

/**
 * The daily quota that each method consumes, and the units that one call costs.
 * @see https://developers.google.com/youtube/v3/determine_quota_cost (read 2026-11-20)
 */
const costs = {
  'channels.list': { quota: 'youtube.units', units: 1 },
  'playlistItems.list': { quota: 'youtube.units', units: 1 },
  'videos.list': { quota: 'youtube.units', units: 1 },
  'videos.delete': { quota: 'youtube.units', units: 50 },
  'commentThreads.list': { quota: 'youtube.units', units: 1 },
  'commentThreads.insert': { quota: 'youtube.units', units: 50 },
  'comments.list': { quota: 'youtube.units', units: 1 },
  'comments.insert': { quota: 'youtube.units', units: 50 },
  'comments.setModerationStatus': { quota: 'youtube.units', units: 50 },
  'comments.delete': { quota: 'youtube.units', units: 50 },
  'videos.insert': { quota: 'youtube.uploads', units: 1 },
} as const satisfies Record<string, { quota: DailyQuotaName; units: number }>

type Method = keyof typeof costs

export interface ApiRequest extends Pick<NetworkRequest, 'body' | 'headers' | 'retry' | 'expects'> {
  method: string
  path: string
  query: Readonly<Record<string, string>>
  operation: Method
  dialect?: Dialect
}

/**
 * Takes the app and the name of one of YouTube's hosts in its settings, such as `api`. Returns the base URL of that
 * host, such as `https://www.googleapis.com`, without a trailing slash.
 * @throws Error if the app has no such host
 */
export const hostOf = hostsOf('youtube')

/**
 * The path prefix of the Data API, with the version that all calls use. `uploadPath` is that of uploads.
 * @see https://developers.google.com/youtube/v3/docs (read 2026-11-23)
 */
export const apiPath = '/youtube/v3'
export const uploadPath = `/upload${apiPath}`

/** Returns the authorization header with the account's access token. */
export function bearer({ account }: Pick<YouTubeCall, 'account'>): Record<string, string> {
  return { authorization: `Bearer ${account.credentials.accessToken}` }
}

/**
 * Makes an API call on behalf of the account. Its units are consumed from the daily quota before each attempt, since
 * rejected calls cost units as well.
 * @throws ProviderError `quota_exhausted` without a call if too few units are left, or as `withQuota`; translated by
 *   `dialect` if YouTube rejects the call
 */
export async function callApi(call: YouTubeCall, request: ApiRequest): Promise<OutboundResponse> {
  const { path, query, operation, headers, dialect = youtubeDialect, ...rest } = request
  const { quota, units } = costs[operation]
  const consume = () => call.consumeQuota(quota, units)
  await consume()
  return withQuota(call, quota, () =>
    callNetwork(call, dialect, {
      ...rest,
      beforeRetry: consume,
      url: `${hostOf(call.app, 'api')}${path}?${new URLSearchParams(query)}`,
      operation,
      timeoutMs: 20_000,
      headers: { ...bearer(call), ...headers },
    }),
  )
}

/**
 * Runs `work`, a call that uses the quota. If YouTube reports that the daily quota is exhausted, Carillon's own counter
 * is marked as exhausted as well.
 * @throws ProviderError `quota_exhausted` with the time of the reset in its message and the seconds until then as
 *   `retryAfter`; any other error of `work` unchanged
 */
export async function withQuota<T>(call: YouTubeCall, quota: DailyQuotaName, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== 'quota_exhausted') throw error
    await call.markQuotaExhausted(quota)
    const now = call.now()
    const { resetAt } = resetOf(now, dailyQuotas[quota].timeZone)
    const message = `The shared daily quota is used up; it is reset at ${resetAt.toISOString()}.`
    const retryAfter = Math.max(1, Math.ceil((resetAt.getTime() - now.getTime()) / 1000))
    throw new ProviderError('quota_exhausted', message, error.outcome, { cause: error, retryAfter })
  }
}
