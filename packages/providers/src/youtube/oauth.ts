import { loginScopes } from '@carillon/domain'
import { bodyOf } from '../json.ts'
import type { OAuthSpec } from '../oauth2/spec.ts'
import { tokenSetIn } from '../oauth2/token-set.ts'
import { hostOf } from './client.ts'
import { youtubeDialect } from './errors.ts'

/**
 * The scopes without which a channel cannot be connected: one for uploads, the other for everything else except
 * reports. A scope that the deployment does not request is not required either (`oauthConnect`).
 */
export const requiredScopes: readonly string[] = [
  ...loginScopes.youtube.any.always,
  ...loginScopes.youtube.any.features.publishing,
]

/** The scopes without which YouTube's analytics (the channel and video reports) cannot be read. */
export const reportScopes: readonly string[] = loginScopes.youtube.any.features.analytics

/**
 * Google's OAuth endpoints and parameters. Refresh tokens are issued only for offline access and, after the first time,
 * only if consent is requested again. A refresh returns no new refresh token, so the first one is kept.
 * @see https://developers.google.com/identity/protocols/oauth2/web-server (read 2026-11-20)
 */
export const googleOAuth: OAuthSpec = {
  dialect: youtubeDialect,
  authorizeUrl: (app) => `${hostOf(app, 'accounts')}/o/oauth2/v2/auth`,
  tokenUrl: (app) => `${hostOf(app, 'oauth')}/token`,
  login: loginScopes.youtube.any,
  scopeSeparator: ' ',
  pkce: true,
  authorizeParameters: { access_type: 'offline', prompt: 'consent' },
  body: 'form',
  clientAuthentication: 'body',
  tokens: (response) => tokenSetIn(bodyOf(response), { from: 'Google', scopeSeparator: ' ' }),
}
