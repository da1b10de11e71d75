import type { AppCall, JsonObject } from '../call-context.ts'
import { ProviderError } from '../error-rules.ts'
import { authorize, exchange, expiryOf, refresh, revoke, withheldScopes } from '../oauth2/flow.ts'
import { asSessionError } from '../oauth2/session-error.ts'
import type { TokenSet } from '../oauth2/spec.ts'
import type { ConnectPort, Identity } from '../ports/connect.ts'
import { connectDialect, refreshDialect } from './errors.ts'
import { tiktokOAuth } from './oauth.ts'
import { readNames } from './profile.ts'
import { wantedScopes } from './scopes.ts'

/** People can untick permissions; what is missing then is told, and refused where it is needed. */
async function identify(call: AppCall, tokens: TokenSet): Promise<Identity> {
  const { accessToken, refreshToken, scopes = [], raw } = tokens
  const openId = raw['open_id']
  if (typeof openId !== 'string' || refreshToken === undefined) {
    throw new ProviderError('provider_error', 'TikTok did not say which account was authorized.', 'unclear')
  }
  return {
    providerId: openId,
    ...(await readNames(call, { openId, accessToken, scopes })),
    scopes,
    missingScopes: withheldScopes(wantedScopes, scopes),
    credentials: { accessToken, refreshToken },
    tokenExpiresAt: expiryOf(call, tokens),
  }
}

/** A refresh may bring another refresh token; the old one then no longer works. */
async function refreshed(call: AppCall, credentials: JsonObject) {
  const tokens = await refresh({ ...tiktokOAuth, dialect: refreshDialect }, call, String(credentials['refreshToken']))
  const { accessToken, refreshToken = null, scopes } = tokens
  return {
    credentials: { ...credentials, accessToken, refreshToken },
    tokenExpiresAt: expiryOf(call, tokens),
    ...(scopes && { scopes }),
  }
}

function isOver(thrown: unknown): boolean {
  return thrown instanceof ProviderError && thrown.code === 'connection_expired'
}

/** Only a living access token ends its grant, so that one which has run out is replaced first. */
async function endGrant(call: AppCall, credentials: JsonObject): Promise<void> {
  try {
    await revoke(tiktokOAuth, call, String(credentials['accessToken']))
  } catch (error) {
    if (!isOver(error)) throw error
    const living = await refreshed(call, credentials)
    await revoke(tiktokOAuth, call, living.credentials.accessToken)
  }
}

export const tiktokConnect: ConnectPort = {
  async authorize(call, request) {
    return authorize(tiktokOAuth, call.app, request)
  },
  async complete(call, request) {
    try {
      const tokens = await exchange({ ...tiktokOAuth, dialect: connectDialect }, call, request)
      return { identities: [await identify(call, tokens)], select: false }
    } catch (error) {
      throw asSessionError(error)
    }
  },
  refresh: refreshed,
  async revoke(call, credentials) {
    try {
      await endGrant(call, credentials)
    } catch (error) {
      // The grant is gone already.
      if (!isOver(error)) throw error
    }
  },
}
