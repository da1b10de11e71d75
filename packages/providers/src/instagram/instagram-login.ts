import { scopesFor } from '@carillon/domain'
import type { AppCall } from '../call-context.ts'
import type { Dialect } from '../call-network.ts'
import { ProviderError } from '../error-rules.ts'
import { type Fields, idOf } from '../json.ts'
import { callGraph, requiredText } from '../meta/graph.ts'
import { loginDialect } from '../meta/login-errors.ts'
import { authorize, clientOf, exchange, grantedOf, requireGranted } from '../oauth2/flow.ts'
import type { ConnectPort, Identity, Refreshed } from '../ports/connect.ts'
import { reachOf } from './client.ts'
import type { InstagramLoginCredentials } from './credentials.ts'
import { instagramDialect } from './errors.ts'
import { hostOf } from './hosts.ts'
import { instagramOAuth, requiredScopes, scopesIn, unwrapped } from './oauth.ts'
import { namesOf, shownNames } from './profile.ts'
import { instagramResponses } from './responses.ts'

const dialect = loginDialect('instagram', instagramResponses)
const dayMs = 86_400_000
/** The lifetime in seconds, about 60 days, that is assumed for a token if Instagram reports none. */
const usualSeconds = 5_183_944

function longLived(call: AppCall, body: Fields): InstagramLoginCredentials {
  const { expires_in: expiresIn } = body
  const seconds = typeof expiresIn === 'number' && expiresIn > 0 ? expiresIn : usualSeconds
  const issuedAt = call.now()
  return {
    login: 'instagram_login',
    accessToken: requiredText(body, 'access_token'),
    issuedAt: issuedAt.toISOString(),
    expiresAt: new Date(issuedAt.getTime() + seconds * 1000).toISOString(),
  }
}

/**
 * Calls Instagram to exchange a token of one hour for one of 60 days.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login (read
 *   2026-11-20)
 */
async function lengthen(call: AppCall, token: string): Promise<InstagramLoginCredentials> {
  const { clientSecret } = clientOf(call.app)
  const body = await callGraph(call, dialect, {
    method: 'GET',
    host: hostOf(call.app, 'graph'),
    path: '/access_token',
    versioned: false,
    operation: 'oauth.long-lived-token',
    access: null,
    timeoutMs: 10_000,
    query: { grant_type: 'ig_exchange_token', client_secret: clientSecret, access_token: token },
  })
  return longLived(call, body)
}

const profileFields = 'id,user_id,username,name,account_type,profile_picture_url'

/**
 * Reads the fields of the account to which a token belongs. `user_id` is the account's id; `id` is specific to the app.
 * `speak` interprets errors.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/get-started (read
 *   2026-11-20)
 */
async function readSelf(call: AppCall, credentials: InstagramLoginCredentials, speak: Dialect): Promise<Fields> {
  const body = await callGraph(call, speak, {
    method: 'GET',
    path: '/me',
    operation: 'accounts.get',
    timeoutMs: 10_000,
    query: { fields: profileFields },
    ...reachOf(call, credentials),
  })
  return unwrapped(body)
}

async function identify(call: AppCall, credentials: InstagramLoginCredentials, scopes: string[]): Promise<Identity> {
  const profile = await readSelf(call, credentials, dialect)
  const providerId = idOf(profile['user_id'])
  const appScopedId = idOf(profile['id'])
  if (providerId === null) {
    throw new ProviderError('provider_error', 'Instagram did not return the authorized account.', 'indeterminate')
  }
  return {
    providerId,
    ...namesOf(profile),
    ...grantedOf(instagramOAuth, scopes),
    credentials,
    tokenExpiresAt: new Date(credentials.expiresAt),
    // Unverified: which of the two ids a signed request names; the other one is `providerId`.
    ...(appScopedId !== null && { grantedBy: appScopedId }),
  }
}

/**
 * Refreshes a token to 60 days from now, and reads the account's names, which are left out if that fails. Instagram
 * refreshes only tokens older than a day; a younger token is kept if it still works.
 * @throws ProviderError the rejection of Instagram, such as `connection_expired` for a token that no longer works
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login (read
 *   2026-11-20)
 */
async function refresh(call: AppCall, credentials: InstagramLoginCredentials): Promise<Refreshed> {
  if (call.now().getTime() - Date.parse(credentials.issuedAt) < dayMs) {
    const names = shownNames(await readSelf(call, credentials, instagramDialect))
    return { credentials, tokenExpiresAt: new Date(credentials.expiresAt), names }
  }
  // At the same time, so that new tokens do not wait for it.
  const self = readSelf(call, credentials, instagramDialect).catch(() => undefined)
  const body = await callGraph(call, instagramDialect, {
    method: 'GET',
    host: hostOf(call.app, 'graph'),
    path: '/refresh_access_token',
    versioned: false,
    operation: 'oauth.refresh',
    access: null,
    timeoutMs: 10_000,
    query: { grant_type: 'ig_refresh_token', access_token: credentials.accessToken },
  })
  const renewed = longLived(call, body)
  const scopes = scopesIn(body['permissions']) ?? []
  const found = await self
  return {
    credentials: renewed,
    tokenExpiresAt: new Date(renewed.expiresAt),
    ...(scopes.length > 0 && { granted: grantedOf(instagramOAuth, scopes) }),
    ...(found && { names: shownNames(found) }),
  }
}

/** Connects an Instagram account by a login with Instagram itself, without a Facebook Page. */
export const instagramLogin: Pick<ConnectPort<InstagramLoginCredentials>, 'authorize' | 'complete' | 'refresh'> = {
  async authorize(call, request) {
    return authorize(instagramOAuth, call.app, request)
  },
  async complete(call, request) {
    const requested = scopesFor(instagramOAuth.login, call.app.features)
    const { accessToken, scopes = requested } = await exchange(instagramOAuth, call, request)
    requireGranted(scopes, requiredScopes)
    const credentials = await lengthen(call, accessToken)
    return { identities: [await identify(call, credentials, scopes)], select: false }
  },
  refresh,
}
