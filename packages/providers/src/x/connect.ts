import { ServiceError } from '@carillon/errors'
import type { AppCall } from '../call-context.ts'
import type { TokenPair } from '../credentials.ts'
import { ProviderError } from '../error-rules.ts'
import { objectOf, textOf } from '../json.ts'
import { type Found, oauthConnect } from '../oauth2/connect.ts'
import { revoke } from '../oauth2/flow.ts'
import type { ConnectPort } from '../ports/connect.ts'
import { callX } from './call-x.ts'
import { connectErrors } from './errors.ts'
import { requiredScopes, xOAuth } from './oauth.ts'

/**
 * Reads the account of a token; X bills this as a read of a user.
 * @throws ServiceError `provider_error` if the response contains no id; ProviderError if X rejects the call
 * @see https://docs.x.com/x-api/users/get-my-user (read 2026-11-20)
 */
async function readMe(call: AppCall, accessToken: string): Promise<Found> {
  const body = await callX(call, accessToken, {
    area: 'read',
    operation: 'users.me',
    method: 'GET',
    path: '/users/me',
    query: { 'user.fields': 'profile_image_url,username' },
  })
  const me = objectOf(body['data'])
  const providerId = textOf(me['id'])
  if (providerId === null) throw new ServiceError('provider_error', 'X did not return the id of the account.')
  return {
    providerId,
    displayIdentifier: textOf(me['username']),
    displayName: textOf(me['name']),
    avatarUrl: textOf(me['profile_image_url']),
  }
}

function isOver(thrown: unknown): boolean {
  return thrown instanceof ProviderError && thrown.code === 'connection_expired'
}

export const xConnect: ConnectPort<TokenPair> = {
  ...oauthConnect<TokenPair>(xOAuth, {
    identify: (call, { accessToken }) => readMe(call, accessToken),
    requiredScopes,
    grantsAllRequested: true,
    needsRefreshToken: false,
    exchangeDialect: { ...xOAuth.dialect, rules: connectErrors },
    billed: 'user.read',
  }),
  /**
   * Revokes both tokens, the refresh token first: it keeps the grant alive, whereas the access token expires within two
   * hours. A token that X no longer knows counts as revoked.
   */
  async revoke(call, { refreshToken, accessToken }) {
    const tokens = [refreshToken, accessToken].flatMap((token) => token ?? [])
    const ended = await Promise.allSettled(tokens.map((token) => revoke(xOAuth, call, token)))
    const failed = ended.find((end) => end.status === 'rejected' && !isOver(end.reason))
    if (failed?.status === 'rejected') throw failed.reason
  },
}
