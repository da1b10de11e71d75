import type { OpenCall } from '../meta/graph/call.ts'
import { GraphError, invalidParameter } from '../meta/graph/graph-error.ts'
import { SECOND_MS } from '../meta/graph/graph-time.ts'
import { allowOnly } from '../meta/graph/parameters.ts'
import {
  checkToken,
  grantedScopes,
  hasScope,
  issueLongToken,
  LONG_LIVED_SECONDS,
  REFRESH_AFTER_MS,
} from '../meta/login/tokens.ts'

function requireGrantType({ parameters }: OpenCall, wanted: string): void {
  if (parameters.required('grant_type') !== wanted)
    throw invalidParameter(`Invalid grant_type: only ${wanted} is supported`)
}

/**
 * Handles `GET graph.instagram.com/access_token`: exchanges a token of one hour for one of sixty days, and returns it
 * with its lifetime in seconds (`expires_in`). The old token stays valid.
 * @throws GraphError if the token is not valid or already long-lived, or the secret of the app is wrong
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login (read 2026-11-20)
 */
export function exchangeForLongLivedToken(call: OpenCall): unknown {
  const { parameters, state, app } = call
  allowOnly(parameters, ['grant_type', 'client_secret'])
  requireGrantType(call, 'ig_exchange_token')
  if (parameters.required('client_secret') !== app.secret)
    throw new GraphError('Error validating client secret.', { code: 1 })
  const token = checkToken(state, parameters.required('access_token'), 'instagram')
  if (token.longLived) throw new GraphError('Session key invalid. This is not a short-lived token.', { code: 452 })
  const long = issueLongToken(state, token)
  return { access_token: long.value, token_type: 'bearer', expires_in: LONG_LIVED_SECONDS }
}

/**
 * Handles `GET graph.instagram.com/refresh_access_token`: extends a long-lived token that is at least a day old to
 * sixty days from now. Returns the same token with its lifetime in seconds (`expires_in`) and its permissions.
 * @throws GraphError if the token is not valid, too new or not long-lived, or lacks `instagram_business_basic`
 */
export function refreshToken(call: OpenCall): unknown {
  const { parameters, state } = call
  allowOnly(parameters, ['grant_type'])
  requireGrantType(call, 'ig_refresh_token')
  const token = checkToken(state, parameters.required('access_token'), 'instagram')
  if (!token.longLived) throw invalidParameter('Only a long-lived token can be refreshed')
  if (!hasScope(token.grant, 'instagram_business_basic')) {
    throw new GraphError('(#10) Requires instagram_business_basic permission', { code: 10, status: 403 })
  }
  if (state.now() - token.issuedAt < REFRESH_AFTER_MS)
    throw invalidParameter('The token has to be at least 24 hours old')
  token.issuedAt = state.now()
  token.expiresAt = state.now() + LONG_LIVED_SECONDS * SECOND_MS
  return {
    access_token: token.value,
    token_type: 'bearer',
    expires_in: LONG_LIVED_SECONDS,
    permissions: grantedScopes(token.grant).join(','),
  }
}
