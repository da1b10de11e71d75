import type { GraphCall } from '../../meta/graph/call.ts'
import { GraphError } from '../../meta/graph/graph-error.ts'
import { hasScope } from '../../meta/login/tokens.ts'
import type { AdAccount } from '../../meta/state/ads/records.ts'

/**
 * Returns the ad account with an id (`act_…`) if the user of the token can use it; undefined for any other, and for a
 * Page token.
 */
export function reachableAccount(id: string, { state, token }: GraphCall): AdAccount | undefined {
  const account = state.ads.adAccounts.get(id)
  return token.kind === 'user' && account?.personIds.includes(token.grant.subjectId) ? account : undefined
}

/**
 * The oldest version of the Marketing API that is accepted. Its versions end earlier than those of the Graph API: v24.0
 * ended on 2026-10-06. Unverified: the error code is known from use only.
 * @see https://developers.facebook.com/docs/graph-api/changelog (read 2026-11-20)
 */
const OLDEST_VERSION = 25

function requireOpenVersion({ version }: GraphCall): void {
  if (Number.parseInt(version.slice(1), 10) >= OLDEST_VERSION) return
  throw new GraphError('(#2635) You are calling a deprecated version of the Ads API. Please update to v26.0.', {
    code: 2635,
  })
}

/**
 * Requires a token with `ads_read` or `ads_management`, for reads, and a supported version of the Marketing API.
 * @throws GraphError with code 200 if the token has neither, with code 2635 for an older version
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/get-started/authorization (read 2026-11-20)
 */
export function requireAdsRead(call: GraphCall): void {
  requireOpenVersion(call)
  const { token } = call
  if (hasScope(token.grant, 'ads_read') || hasScope(token.grant, 'ads_management')) return
  throw new GraphError('(#200) Ad account owner has NOT granted ads_management or ads_read permission', {
    code: 200,
    status: 403,
  })
}

/**
 * Requires a token with `ads_management`, for changes, and a supported version of the Marketing API.
 * @throws GraphError with code 294 if the token lacks it, with code 2635 for an older version
 */
export function requireAdsManagement(call: GraphCall): void {
  requireOpenVersion(call)
  const { token } = call
  if (hasScope(token.grant, 'ads_management')) return
  throw new GraphError('(#294) Managing advertisements requires an access token with the ads_management permission', {
    code: 294,
    status: 403,
  })
}

type Handler<T> = (subject: T, call: GraphCall) => unknown

/**
 * Returns a handler that calls `requireAdsRead`, which throws without a permission for reading ads, before `handler`.
 */
export function reads<T>(handler: Handler<T>): Handler<T> {
  return (subject, call) => {
    requireAdsRead(call)
    return handler(subject, call)
  }
}

/**
 * Returns a handler that calls `requireAdsManagement`, which throws without the permission for changing ads, before
 * `handler`.
 */
export function writes<T>(handler: Handler<T>): Handler<T> {
  return (subject, call) => {
    requireAdsManagement(call)
    return handler(subject, call)
  }
}
