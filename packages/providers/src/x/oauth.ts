import { loginScopes } from '@carillon/domain'
import { bodyOf } from '../json.ts'
import type { OAuthSpec } from '../oauth2/spec.ts'
import { tokenSetIn } from '../oauth2/token-set.ts'
import { xDialect } from './call-x.ts'
import { apiUrl, hostOf } from './credentials.ts'

/**
 * The scopes without which an account cannot be connected, as far as the deployment requests them. Without
 * `offline.access` the connection would expire after two hours.
 */
export const requiredScopes = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'] as const

/**
 * X's OAuth endpoints and parameters, for a confidential client. Codes are valid for 30 seconds, access tokens for 2
 * hours; each refresh token works once and is replaced by the next.
 * @see https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token (read 2026-11-20)
 */
export const xOAuth: OAuthSpec = {
  dialect: xDialect('oauth'),
  authorizeUrl: (app) => `${hostOf(app, 'web')}/i/oauth2/authorize`,
  tokenUrl: (app) => apiUrl(app, '/oauth2/token'),
  revokeUrl: (app) => apiUrl(app, '/oauth2/revoke'),
  login: loginScopes.x.any,
  scopeSeparator: ' ',
  pkce: true,
  body: 'form',
  clientAuthentication: 'basic',
  tokens: (response) => tokenSetIn(bodyOf(response), { from: 'X', scopeSeparator: ' ' }),
}
