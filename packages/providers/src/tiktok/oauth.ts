import { loginScopes } from '@carillon/domain'
import type { OutboundResponse } from '@carillon/outbound'
import { ProviderError } from '../error-rules.ts'
import type { OAuthSpec, TokenSet } from '../oauth2/spec.ts'
import { apiUrl, dataOf, hostOf } from './client.ts'
import { tiktokDialect } from './errors.ts'

function tokens(response: OutboundResponse): TokenSet {
  const raw = dataOf(response)
  const { access_token: accessToken, refresh_token: refreshToken, scope, expires_in: expiresIn } = raw
  if (typeof accessToken !== 'string') {
    throw new ProviderError('provider_error', 'TikTok returned no access token.', 'indeterminate')
  }
  return {
    accessToken,
    ...(typeof refreshToken === 'string' && { refreshToken }),
    ...(typeof scope === 'string' && { scopes: scope.split(',').filter((one) => one !== '') }),
    ...(typeof expiresIn === 'number' && { expiresIn }),
    raw,
  }
}

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
  tokens,
  revocation: (accessToken) => ({ access_token: accessToken }),
}
