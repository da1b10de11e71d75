import type { AppCall } from '../call-context.ts'
import type { Dialect } from '../call-network.ts'
import { type Fields, idOf, objectOf, textOf, textsOf, timeOfSeconds } from '../json.ts'
import { lacking } from '../required-fields.ts'
import { callGraph, encodeParameters, graphVersion, requiredText } from './graph.ts'
import { readAllPages } from './read-pages.ts'

/** A Meta app and the origins for logging in to it. Facebook and Instagram name its settings differently. */
export interface MetaApp {
  clientId: string
  clientSecret: string
  /**
   * The id of a configuration of Facebook Login for Business, which determines the permissions that the dialog
   * requests.
   */
  configId?: string
  /** The origin of the login dialog, without a trailing slash. */
  web: string
  /** The origin of the Graph API, without a trailing slash. */
  graph: string
}

/** The app that a user logs in to, and the dialect of the network whose accounts are connected. */
export interface Login {
  app: MetaApp
  dialect: Dialect
}

interface LoginToken {
  token: string
  /** Lifetime in seconds; null if the response contains none. */
  expiresIn: number | null
}

/**
 * Builds the URL of Facebook's login dialog. With a `configId`, the id of a configuration of Facebook Login for
 * Business, that configuration determines the requested permissions and `scopes` is ignored. Permissions that the user
 * declined before are requested again.
 * @see https://developers.facebook.com/documentation/facebook-login/guides/advanced/manual-flow (read 2026-11-20)
 */
export function dialogUrl(
  { web, clientId, configId }: Pick<MetaApp, 'web' | 'clientId' | 'configId'>,
  { redirectUri, state, scopes }: { redirectUri: string; state: string; scopes: readonly string[] },
): string {
  const query = encodeParameters({
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    response_type: 'code',
    // The dialog accepts either scopes or a configuration; permissions outside the configuration would be revoked
    // immediately.
    ...(configId === undefined ? { scope: scopes.join(',') } : { config_id: configId }),
    auth_type: 'rerequest',
  })
  return `${web}/${graphVersion}/dialog/oauth?${query}`
}

function loginToken(body: Fields): LoginToken {
  const { expires_in } = body
  return { token: requiredText(body, 'access_token'), expiresIn: typeof expires_in === 'number' ? expires_in : null }
}

/**
 * Calls Graph to exchange the code of a callback for a token that is valid for one to two hours.
 * @throws ProviderError translated by `dialect` if Meta rejects the code; `provider_error` if no response with a token
 *   arrives
 * @see https://developers.facebook.com/documentation/facebook-login/guides/advanced/manual-flow (read 2026-11-20)
 */
export async function exchangeCode(
  call: AppCall,
  { app, dialect }: Login,
  { code, redirectUri }: { code: string; redirectUri: string },
): Promise<LoginToken> {
  const body = await callGraph(call, dialect, {
    method: 'GET',
    host: app.graph,
    path: '/oauth/access_token',
    operation: 'oauth.token',
    access: null,
    timeoutMs: 10_000,
    // A code is valid once, so a repeated call would only be rejected.
    retry: 'none',
    query: { client_id: app.clientId, client_secret: app.clientSecret, redirect_uri: redirectUri, code },
  })
  return loginToken(body)
}

/**
 * Calls Graph to exchange a short-lived token for one that is valid for about 60 days.
 * @throws ProviderError translated by `dialect` if Meta rejects the token; `provider_error` if no response with a token
 *   arrives
 * @see https://developers.facebook.com/documentation/facebook-login/guides/access-tokens/get-long-lived (read
 *   2026-11-20)
 */
export async function exchangeForLongLived(call: AppCall, { app, dialect }: Login, token: string): Promise<LoginToken> {
  const body = await callGraph(call, dialect, {
    method: 'GET',
    host: app.graph,
    path: '/oauth/access_token',
    operation: 'oauth.long-lived-token',
    access: null,
    timeoutMs: 10_000,
    query: {
      grant_type: 'fb_exchange_token',
      client_id: app.clientId,
      client_secret: app.clientSecret,
      fb_exchange_token: token,
    },
  })
  return loginToken(body)
}

/**
 * Reads the permissions that the user has granted and not revoked; an empty list without any.
 * @throws ProviderError translated by `dialect` if Meta rejects the call; `provider_error` if it does not respond, or
 *   if the list cannot be read to its end
 * @see https://developers.facebook.com/docs/graph-api/reference/user/permissions (read 2026-11-20)
 */
export async function grantedPermissions(call: AppCall, { app, dialect }: Login, token: string): Promise<string[]> {
  const items = await readAllPages(call, dialect, {
    host: app.graph,
    path: '/me/permissions',
    operation: 'permissions.list',
    access: { token, appSecret: app.clientSecret },
    timeoutMs: 10_000,
  })
  return items.filter(({ status }) => status === 'granted').flatMap(({ permission }) => textOf(permission) ?? [])
}

/**
 * Meta's facts about a token. The times are null if the token or the access does not expire, or if Meta reports none;
 * `userId` is null, and `scopes` empty, if Meta reports none.
 */
export interface TokenInspection {
  valid: boolean
  userId: string | null
  scopes: string[]
  expiresAt: Date | null
  /** When the app loses access to the user's data, although the token stays valid. */
  dataAccessExpiresAt: Date | null
}

function momentOf(seconds: unknown): Date | null {
  const time = timeOfSeconds(seconds)
  return time === null ? null : new Date(time)
}

/**
 * Reads from Meta whether a token is valid, until when, and for which scopes.
 * @throws ProviderError translated by `dialect` if Meta rejects the call; `provider_error` if it does not respond, or
 *   does not report whether the token is valid
 * @see https://developers.facebook.com/docs/graph-api/reference/debug_token (read 2026-11-20)
 */
export async function inspectToken(call: AppCall, { app, dialect }: Login, token: string): Promise<TokenInspection> {
  const body = await callGraph(call, dialect, {
    method: 'GET',
    host: app.graph,
    path: '/debug_token',
    operation: 'token.inspect',
    access: null,
    timeoutMs: 10_000,
    // This call takes the app's own token as a parameter: it authenticates the inspection.
    query: { input_token: token, access_token: `${app.clientId}|${app.clientSecret}` },
  })
  const data = objectOf(body['data'])
  if (typeof data['is_valid'] !== 'boolean') throw lacking('data.is_valid')
  return {
    valid: data['is_valid'],
    userId: idOf(data['user_id']),
    scopes: textsOf(data['scopes']),
    expiresAt: momentOf(data['expires_at']),
    dataAccessExpiresAt: momentOf(data['data_access_expires_at']),
  }
}
