import { loginScopes } from '@carillon/domain'
import type { OAuthSpec } from '../oauth2/spec.ts'
import { tokenSetIn } from '../oauth2/token-set.ts'
import { apiUrl, dataOf, hostOf } from './client.ts'
import { tiktokDialect } from './errors.ts'

/**
 * TikTok's OAuth endpoints and parameters. The app's id is `client_key` on the consent page and `client_id` elsewhere;
 * the code is sent as `auth_code`. `disable_auto_auth` makes TikTok show the consent page to users who consented
 * before.
 * @see https://business-api.tiktok.com/portal/docs/accounts-api-authorization/v1.3 (read 2026-11-20)
 */
export const tiktokOAuth: OAuthSpec = {
  dialect: tiktokDialect,
  authorizeUrl: (app) => `${hostOf(app, 'web')}/v2/auth/authorize/`,
  tokenUrl: (app) => apiUrl(app, '/tt_user/oauth2/token/'),
  refreshUrl: (app) => apiUrl(app, '/tt_user/oauth2/refresh_token/'),
  revokeUrl: (app) => apiUrl(app, '/tt_user/oauth2/revoke/'),
  login: loginScopes.tiktok.any,
  scopeSeparator: ',',
  pkce: false,
  clientIdParameter: 'client_key',
  authorizeParameters: { disable_auto_auth: '1' },
  codeParameter: 'auth_code',
  body: 'json',
  clientAuthentication: 'body',
  tokens: (response) => tokenSetIn(dataOf(response), { from: 'TikTok', scopeSeparator: ',' }),
  revocation: (accessToken) => ({ access_token: accessToken }),
}
