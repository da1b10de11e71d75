import { requireApp } from '../app.ts'
import { grantOfToken, redeemCode, refreshGrant } from '../grants.ts'
import { type Endpoint, forApp } from '../http/endpoint.ts'
import { oneOf, text } from '../http/reader.ts'

/**
 * The OAuth endpoints: exchange a code, refresh, revoke and inspect a token. None of them reads the `Access-Token`
 * header.
 * @see https://business-api.tiktok.com/portal/docs/accounts-api-authorization/v1.3 (as of 2026-09-02)
 */
export const oauthEndpoints: Endpoint[] = [
  forApp({
    method: 'POST',
    path: '/tt_user/oauth2/token/',
    operation: 'oauth.token',
    fields: {
      client_id: text(),
      client_secret: text(),
      grant_type: oneOf('authorization_code'),
      auth_code: text(),
      redirect_uri: text(),
    },
    handle(dependencies, input) {
      requireApp(dependencies, input.client_id, input.client_secret)
      return redeemCode(dependencies.store, dependencies.context.now(), {
        code: input.auth_code,
        clientId: input.client_id,
        redirectUri: input.redirect_uri,
      })
    },
  }),
  forApp({
    method: 'POST',
    path: '/tt_user/oauth2/refresh_token/',
    operation: 'oauth.refresh',
    fields: {
      client_id: text(),
      client_secret: text(),
      grant_type: oneOf('refresh_token'),
      refresh_token: text(),
    },
    handle(dependencies, input) {
      requireApp(dependencies, input.client_id, input.client_secret)
      return refreshGrant(dependencies.store, dependencies.context.now(), {
        refreshToken: input.refresh_token,
        clientId: input.client_id,
      })
    },
  }),
  forApp({
    method: 'POST',
    path: '/tt_user/oauth2/revoke/',
    operation: 'oauth.revoke',
    fields: { client_id: text(), client_secret: text(), access_token: text() },
    handle(dependencies, input) {
      requireApp(dependencies, input.client_id, input.client_secret)
      grantOfToken(dependencies.store, dependencies.context.now(), input.access_token).revoked = true
      return {}
    },
  }),
  forApp({
    method: 'POST',
    path: '/tt_user/token_info/get/',
    operation: 'oauth.introspect',
    fields: { app_id: text(), access_token: text() },
    handle(dependencies, input) {
      requireApp(dependencies, input.app_id)
      const grant = grantOfToken(dependencies.store, dependencies.context.now(), input.access_token)
      return { app_id: input.app_id, creator_id: grant.openId, scope: grant.scopes.join(',') }
    },
  }),
]
