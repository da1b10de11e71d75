import type { AppCall } from '../call-context.ts'
import type { TokenPair } from '../credentials.ts'
import { ProviderError } from '../error-rules.ts'
import { textOf } from '../json.ts'
import { type Found, oauthConnect, refreshTokens } from '../oauth2/connect.ts'
import { revoke } from '../oauth2/flow.ts'
import type { OAuthSpec, TokenSet } from '../oauth2/spec.ts'
import type { ConnectPort } from '../ports/connect.ts'
import { connectDialect, refreshDialect } from './errors.ts'
import { tiktokOAuth } from './oauth.ts'
import { readNames } from './profile.ts'

async function identify(call: AppCall, { accessToken, scopes, raw }: TokenSet & { scopes: string[] }): Promise<Found> {
  const openId = textOf(raw['open_id'])
  if (openId === null) {
    throw new ProviderError('provider_error', 'TikTok did not return the id of the account.', 'indeterminate')
  }
  return { providerId: openId, ...(await readNames(call, { openId, accessToken, scopes })) }
}

function isOver(thrown: unknown): boolean {
  return thrown instanceof ProviderError && thrown.code === 'connection_expired'
}

/** A permission that the app lacks does not show that a grant has ended. */
const endingSpec: OAuthSpec = { ...tiktokOAuth, dialect: refreshDialect }

/**
 * Revokes the grant. TikTok requires a valid access token: if it has expired, it is refreshed, and the call is
 * repeated.
 * @throws ProviderError `connection_expired` if the grant has ended already; otherwise the rejection of TikTok
 */
async function endGrant(call: AppCall, credentials: TokenPair): Promise<void> {
  try {
    await revoke(endingSpec, call, credentials.accessToken)
  } catch (error) {
    if (!isOver(error)) throw error
    const renewed = await refreshTokens(endingSpec, call, credentials)
    await revoke(endingSpec, call, renewed.credentials.accessToken)
  }
}

export const tiktokConnect: ConnectPort<TokenPair> = {
  // No scope is required. Missing scopes are listed on the account, and operations that need them are rejected.
  ...oauthConnect<TokenPair>(tiktokOAuth, {
    identify,
    requiredScopes: [],
    needsRefreshToken: true,
    exchangeDialect: connectDialect,
    refreshDialect,
  }),
  async revoke(call, credentials) {
    try {
      await endGrant(call, credentials)
    } catch (error) {
      // The grant has ended already.
      if (!isOver(error)) throw error
    }
  },
}
