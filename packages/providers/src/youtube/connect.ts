import type { AppCall } from '../call-context.ts'
import { callNetwork, type Dialect } from '../call-network.ts'
import { type Found, oauthConnect } from '../oauth2/connect.ts'
import type { TokenSet } from '../oauth2/spec.ts'
import type { ConnectPort } from '../ports/connect.ts'
import { readOwnChannel } from './channel.ts'
import { hostOf } from './client.ts'
import type { YouTubeCredentials } from './credentials.ts'
import { connectDialect, youtubeDialect } from './errors.ts'
import { googleOAuth, requiredScopes } from './oauth.ts'

async function identify(call: AppCall, { accessToken }: TokenSet): Promise<Found> {
  const { uploads, ...channel } = await readOwnChannel(call, accessToken)
  return { ...channel, kept: { uploads } }
}

/**
 * Interprets the response to revoking a grant. The status 400 counts as a success: YouTube no longer knows the token,
 * so its grant has already ended.
 */
const revokeDialect: Dialect = {
  ...youtubeDialect,
  rejection: (response, now) => (response.status === 400 ? undefined : youtubeDialect.rejection(response, now)),
}

export const youtubeConnect: ConnectPort<YouTubeCredentials> = {
  ...oauthConnect<YouTubeCredentials>(googleOAuth, {
    identify,
    requiredScopes,
    needsRefreshToken: true,
    exchangeDialect: connectDialect,
  }),
  /**
   * Revokes the grant, and with it all tokens that the user gave to the app.
   * @see https://developers.google.com/identity/protocols/oauth2/web-server#tokenrevoke (read 2026-11-20)
   */
  async revoke(call, { accessToken, refreshToken }) {
    await callNetwork(call, revokeDialect, {
      method: 'POST',
      url: `${hostOf(call.app, 'oauth')}/revoke`,
      operation: 'oauth.revoke',
      timeoutMs: 10_000,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: refreshToken ?? accessToken }).toString(),
    })
  },
}
