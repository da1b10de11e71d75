import { loginScopes } from '@carillon/domain'
import { ProviderError } from '../error-rules.ts'
import { type Fields, listOf, textOf } from '../json.ts'
import { graphBody } from '../meta/graph.ts'
import type { OAuthSpec } from '../oauth2/spec.ts'
import { exchangeDialect } from './errors.ts'
import { hostOf } from './hosts.ts'

/** The scopes without which a login with Instagram is rejected, since not even the account could be read. */
export const requiredScopes: readonly string[] = loginScopes.instagram.instagram_login.always

/**
 * Returns the first item of `data`, or the body itself if none exists. The documentation shows some responses as the
 * only item of `data`; in practice they are flat.
 */
export function unwrapped(body: Fields): Fields {
  return listOf(body['data'])[0] ?? body
}

/** Returns granted scopes from a comma-separated string or an array; undefined for any other value. */
export function scopesIn(permissions: unknown): string[] | undefined {
  const items = typeof permissions === 'string' ? permissions.split(',') : permissions
  return Array.isArray(items) ? items.flatMap((item) => textOf(item)?.trim() || []) : undefined
}

/**
 * The OAuth endpoints and parameters of the login with Instagram, which results in a token of one hour.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login (read
 *   2026-11-20)
 */
export const instagramOAuth: OAuthSpec = {
  dialect: exchangeDialect,
  authorizeUrl: (app) => `${hostOf(app, 'web')}/oauth/authorize`,
  tokenUrl: (app) => `${hostOf(app, 'api')}/oauth/access_token`,
  login: loginScopes.instagram.instagram_login,
  scopeSeparator: ',',
  pkce: false,
  body: 'form',
  clientAuthentication: 'body',
  tokens(response) {
    // The field `user_id` is ignored: it may be the app-specific id of the account.
    const raw = unwrapped(graphBody(response))
    const accessToken = textOf(raw['access_token'])
    if (accessToken === null) {
      throw new ProviderError('provider_error', 'Instagram returned no access token.', 'indeterminate')
    }
    const scopes = scopesIn(raw['permissions'])
    return { accessToken, ...(scopes && { scopes }), raw }
  },
}
