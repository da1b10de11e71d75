import { ServiceError } from '@carillon/errors'
import type { AppCall, JsonObject } from '../call-context.ts'
import { callNetwork } from '../call-network.ts'
import { authorize, exchange, expiryOf, refresh, requireGranted, withheldScopes } from '../oauth2/flow.ts'
import { asSessionError } from '../oauth2/session-error.ts'
import type { TokenSet } from '../oauth2/spec.ts'
import type { ConnectPort, Identity } from '../ports/connect.ts'
import { readOwnChannel } from './channel.ts'
import { hostOf } from './client.ts'
import { connectDialect, youtubeDialect } from './errors.ts'
import { googleOAuth, optionalScopes, requiredScopes } from './oauth.ts'

async function identify(call: AppCall, tokens: TokenSet): Promise<Identity> {
  // People can untick permissions, so what was granted is what the answer says.
  const { accessToken, refreshToken, scopes = [] } = tokens
  requireGranted(scopes, requiredScopes)
  if (refreshToken === undefined) {
    throw new ServiceError('provider_error', 'Google gave no lasting access. Start connecting the account again.')
  }
  const { uploads, ...channel } = await readOwnChannel(call, accessToken)
  return {
    ...channel,
    scopes,
    missingScopes: withheldScopes(optionalScopes, scopes),
    credentials: { accessToken, refreshToken, uploads },
    tokenExpiresAt: expiryOf(call, tokens),
  }
}

/**
 * Ends the grant; Google then forgets every token that this person gave our app. A token that is no longer good is what
 * we wanted.
 * @see https://developers.google.com/identity/protocols/oauth2/web-server#tokenrevoke (read 2026-11-20)
 */
async function revoke(call: AppCall, credentials: JsonObject): Promise<void> {
  const token = String(credentials['refreshToken'])
  const dialect = {
    ...youtubeDialect,
    refusal: (...[answer]: Parameters<typeof youtubeDialect.refusal>) =>
      answer.status === 400 ? undefined : youtubeDialect.refusal(answer),
  }
  await callNetwork(call, dialect, {
    method: 'POST',
    url: `${hostOf(call.app, 'oauth')}/revoke`,
    operation: 'oauth.revoke',
    timeoutMs: 10_000,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token }).toString(),
  })
}

export const youtubeConnect: ConnectPort = {
  async authorize(call, request) {
    return authorize(googleOAuth, call.app, request)
  },
  async complete(call, request) {
    try {
      const tokens = await exchange({ ...googleOAuth, dialect: connectDialect }, call, request)
      return { identities: [await identify(call, tokens)], select: false }
    } catch (error) {
      throw asSessionError(error)
    }
  },
  async refresh(call, credentials) {
    const tokens = await refresh(googleOAuth, call, String(credentials['refreshToken']))
    const { accessToken, refreshToken = null, scopes } = tokens
    return {
      credentials: { ...credentials, accessToken, refreshToken },
      tokenExpiresAt: expiryOf(call, tokens),
      ...(scopes && { scopes }),
    }
  },
  revoke,
}
