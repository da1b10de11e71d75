import type { ErrorCode } from '@carillon/errors'
import type { Dialect } from '../../call-network.ts'
import { type ErrorRule, ProviderError } from '../../error-rules.ts'
import type { Fields } from '../../json.ts'
import { callGraph, type GraphRequest } from '../../meta/graph.ts'
import type { AdsPurpose } from '../../ports/ads.ts'
import { hostOf } from '../client.ts'
import { type FacebookCall, requirePage } from '../credentials.ts'
import { facebookResponses } from '../responses.ts'
import { adsRejection, adsRules } from './errors.ts'
import { missingAdsScopes } from './scopes.ts'
import { type AdsLimit, readUsage, secondsToWait, type Usage } from './usage.ts'

/** Calls are paused once more than this share of a rate limit, in percent, has been used. */
const fullPercent = 95

export interface AdsRequest extends Omit<GraphRequest, 'host' | 'access'> {
  /** Determines only which scopes an error `ads_permission_required` names. */
  purpose: AdsPurpose
  /** The ad account (with `act_`) whose rate limit the call uses; null if the call concerns no ad account. */
  adAccountId: string | null
  /** The error code for an object that does not exist or that the connection cannot access. */
  absent: ErrorCode
  /** Set to make the call with the Page's access token; without it, the user's token is used. */
  as?: 'page'
  /** Error rules that are tried before those of all Marketing API calls. */
  rules?: readonly ErrorRule[]
  /**
   * Set for the later steps of a write: a paused rate limit does not stop them, since undoing the write would cost more
   * calls than continuing.
   */
  begun?: boolean
}

function limitKey({ account }: FacebookCall, limit: AdsLimit, adAccountId: string | null): string {
  return limit === 'app' ? `app:${account.credentials.userId}` : `ad_account:${adAccountId}`
}

function throttled(limit: AdsLimit, seconds: number, thrown?: ProviderError): ProviderError {
  return new ProviderError('rate_limited', undefined, thrown?.outcome ?? 'not_sent', {
    details: { limit, retryAfterSeconds: seconds },
    retryAfter: seconds,
    ...(thrown && { cause: thrown.cause }),
  })
}

/** Throws `rate_limited` while a rate limit that the call consumes is known to be reached. */
async function requireUnderLimit(call: FacebookCall, { adAccountId, begun }: AdsRequest): Promise<void> {
  if (begun) return
  const limits: AdsLimit[] = adAccountId === null ? ['app'] : ['ad_account', 'app']
  const paused = await call.pausedLimit(limits.map((limit) => limitKey(call, limit, adAccountId)))
  if (paused === null) return
  throw throttled(paused.key.startsWith('app:') ? 'app' : 'ad_account', paused.seconds)
}

async function noteUsage(call: FacebookCall, request: AdsRequest, usage: readonly Usage[]): Promise<void> {
  for (const limit of ['ad_account', 'app'] as const) {
    const full = usage.filter((one) => one.limit === limit && one.percent > fullPercent)
    if (full.length === 0 || (limit === 'ad_account' && request.adAccountId === null)) continue
    await call.pauseLimit(limitKey(call, limit, request.adAccountId), secondsToWait(full, limit))
  }
}

/**
 * Returns an error of an ads call with the documented `details`: for `rate_limited` the limit and the seconds to wait,
 * for `ads_permission_required` the scopes that `purpose` needs. Other errors are returned unchanged.
 */
export function detailed(thrown: unknown, usage: readonly Usage[], { purpose }: Pick<AdsRequest, 'purpose'>): unknown {
  if (!(thrown instanceof ProviderError)) return thrown
  const { code, details } = thrown
  if (code === 'rate_limited') {
    const limit = limitOf(details)
    return throttled(limit, secondsToWait(usage, limit), thrown)
  }
  if (code !== 'ads_permission_required') return thrown
  // A permission that the connection once had was withdrawn. A user who reconnects must grant everything that the
  // purpose needs.
  const missingScopes = missingAdsScopes(purpose, [])
  return new ProviderError(code, undefined, thrown.outcome, { details: { missingScopes }, cause: thrown.cause })
}

function limitOf(details: unknown): AdsLimit {
  return typeof details === 'object' && details !== null && 'limit' in details && details.limit === 'ad_account'
    ? 'ad_account'
    : 'app'
}

/**
 * Makes a Marketing API call and returns its body. If the usage headers of the response report that more than 95 % of a
 * rate limit is used, further calls are paused for the time that Meta estimates, otherwise for a minute.
 * @throws ProviderError `rate_limited`, without a call, while a limit is paused and `begun` is not set;
 *   `page_not_selected` if `as` is `page` and the connection has no Page; otherwise the rejection of Meta
 */
export async function callAds(call: FacebookCall, request: AdsRequest): Promise<Fields> {
  const { purpose: _purpose, adAccountId, absent, as, rules = [], begun: _begun, ...graph } = request
  const { userToken } = call.account.credentials
  const page = as === 'page' ? requirePage(call) : null
  await requireUnderLimit(call, request)
  const subject = { adAccountId: adAccountId?.replace('act_', '') ?? null, pageId: page?.pageId ?? null }
  const seen: Usage[] = []
  const dialect: Dialect = {
    network: 'facebook',
    responses: facebookResponses,
    rules: [...rules, ...adsRules(absent)],
    rejection(response, now) {
      seen.push(...readUsage(response.headers, subject))
      return adsRejection(response, now)
    },
  }
  try {
    return await callGraph(call, dialect, {
      ...graph,
      host: hostOf(call.app, 'graph'),
      access: { token: page?.pageToken ?? userToken, appSecret: call.app.secrets['clientSecret'] },
    })
  } catch (error) {
    throw detailed(error, seen, request)
  } finally {
    await noteUsage(call, request, seen)
  }
}
