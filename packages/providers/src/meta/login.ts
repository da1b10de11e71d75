import type { AppCall } from '../call-context.ts'
import type { Dialect } from '../call-network.ts'
import { ProviderError } from '../error-rules.ts'
import { type Fields, idOf, listOf, objectOf, textOf, textsOf } from '../json.ts'
import { callGraph, encodeParameters, graphVersion, readAllPages, requiredText } from './graph.ts'

/** A Meta app as a login uses it; the two networks name its settings differently. */
export interface MetaApp {
  clientId: string
  clientSecret: string
  /** A configuration of Facebook Login for Business; it decides which permissions the dialog asks for. */
  configId?: string
  /** Origins, without a slash at their end. */
  web: string
  graph: string
}

/** Who is logging in, with which app, and in which network's name. */
export interface Login {
  app: MetaApp
  dialect: Dialect
}

export interface LoginToken {
  token: string
  /** Seconds; null where none were named. */
  expiresIn: number | null
}

/**
 * Where a user logs in. Permissions that were declined before are asked for again.
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
    // A dialog takes either: what a configuration does not hold would be revoked at once.
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
 * Exchanges the code of a callback for a token of one to two hours.
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
    // A code can be spent once: repeated after a lost answer, it would only be rejected.
    retry: 'none',
    query: { client_id: app.clientId, client_secret: app.clientSecret, redirect_uri: redirectUri, code },
  })
  return loginToken(body)
}

/**
 * Exchanges a short token for one of about sixty days.
 * @see https://developers.facebook.com/documentation/facebook-login/guides/access-tokens/get-long-lived (read 2026-11-20)
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
 * The permissions that the user granted and did not take back.
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

/** What `debug_token` says of a token. Times are null where there is no end. */
export interface TokenInspection {
  valid: boolean
  userId: string | null
  scopes: string[]
  /** The objects that each scope was granted for, by scope; a scope is missing where Graph names none. */
  targets: ReadonlyMap<string, readonly string[]>
  expiresAt: Date | null
  /** After this moment the app may not read the user's data, although the token lives on. */
  dataAccessExpiresAt: Date | null
}

function targetsOf(granularScopes: unknown): TokenInspection['targets'] {
  return new Map(listOf(granularScopes).map(({ scope, target_ids: ids }) => [textOf(scope) ?? '', textsOf(ids)]))
}

function momentOf(seconds: unknown): Date | null {
  return typeof seconds === 'number' && seconds > 0 ? new Date(seconds * 1000) : null
}

/**
 * Asks whether a token is good, until when, and for what.
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
    // Here the app's own token has to be a parameter: it is what the other one is judged by.
    query: { input_token: token, access_token: `${app.clientId}|${app.clientSecret}` },
  })
  const data = objectOf(body['data'])
  if (typeof data['is_valid'] !== 'boolean') {
    throw new ProviderError('provider_error', 'The network did not tell whether the connection lasts.', 'indeterminate')
  }
  return {
    valid: data['is_valid'],
    userId: idOf(data['user_id']),
    scopes: textsOf(data['scopes']),
    targets: targetsOf(data['granular_scopes']),
    expiresAt: momentOf(data['expires_at']),
    dataAccessExpiresAt: momentOf(data['data_access_expires_at']),
  }
}
