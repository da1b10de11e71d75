import type { OutboundResponse } from '@carillon/outbound'
import type { App } from '../call-context.ts'
import { callNetwork, type Dialect } from '../call-network.ts'
import type { TokenPair } from '../credentials.ts'
import { ProviderError } from '../error-rules.ts'
import { hostsOf } from '../host.ts'
import { bodyOf, type Fields, objectOf } from '../json.ts'
import type { TikTokCall } from './credentials.ts'
import { tiktokDialect } from './errors.ts'
import type { Scope } from './scopes.ts'

/**
 * Takes the app and the name of one of TikTok's hosts in its settings, such as `api`. Returns the base URL of that
 * host, such as `https://business-api.tiktok.com`, without a trailing slash.
 * @throws Error if the app has no such host
 */
export const hostOf = hostsOf('tiktok')

/** Returns the URL of an API endpoint, with the version that all calls use. `path` begins and ends with a slash. */
export function apiUrl(app: Pick<App, 'hosts'>, path: string): string {
  return `${hostOf(app, 'api')}/open_api/v1.3${path}`
}

/** Returns the field `data` of a response; `{}` if it is missing. */
export function dataOf(response: OutboundResponse): Fields {
  return objectOf(bodyOf(response)['data'])
}

/** Returns the header with the access token. TikTok rejects the token if `Bearer` precedes it. */
export function tokenHeader({ accessToken }: Pick<TokenPair, 'accessToken'>): Record<string, string> {
  return { 'access-token': accessToken }
}

/**
 * Checks, before a call is made, that the scope was granted.
 * @throws ProviderError `connection_expired` if it was not
 */
export function requireScope({ account }: Pick<TikTokCall, 'account'>, scope: Scope): void {
  if (account.scopes.includes(scope)) return
  const message = `The connection was not granted the permission ${scope}; the user must reconnect the account.`
  throw new ProviderError('connection_expired', message, 'rejected')
}

interface ApiRequest {
  /** The path below the version, which begins and ends with a slash. */
  path: string
  operation: string
  /** Interprets the response; `tiktokDialect` if omitted. */
  dialect?: Dialect
  /** The timeout in ms; 10,000 for a read and 15,000 for a change if omitted. */
  timeoutMs?: number
}

/** Acquires a rate slot, or throws `rate_limited`. TikTok limits calls per account and endpoint. */
function acquireSlot(call: TikTokCall, path: string): Promise<void> {
  return call.acquireRateSlot('tiktok.endpoint', `${path}:${call.account.providerId}`)
}

/**
 * Makes a reading API call on behalf of the account, within its rate limit, and returns the field `data` of the
 * response; `{}` if it is missing. Each attempt takes a rate slot. Values of `query` are strings; lists and objects
 * have to be encoded as JSON. The account's id is added.
 * @throws ProviderError `rate_limited` without a call if the rate limit is used up; translated by `dialect` if TikTok
 *   rejects the call
 */
export async function readApi(
  call: TikTokCall,
  {
    path,
    operation,
    query = {},
    dialect = tiktokDialect,
    timeoutMs = 10_000,
  }: ApiRequest & { query?: Readonly<Record<string, string>> },
): Promise<Fields> {
  await acquireSlot(call, path)
  const parameters = new URLSearchParams({ business_id: call.account.providerId, ...query })
  const response = await callNetwork(call, dialect, {
    method: 'GET',
    url: `${apiUrl(call.app, path)}?${parameters}`,
    operation,
    timeoutMs,
    headers: tokenHeader(call.account.credentials),
    retry: 'read',
    beforeRetry: () => acquireSlot(call, path),
  })
  return dataOf(response)
}

/**
 * Makes a changing API call on behalf of the account, within its rate limit, and returns the field `data` of the
 * response; `{}` if it is missing. The account's id is added to the body.
 * @throws ProviderError `rate_limited` without a call if the rate limit is used up; translated by `dialect` if TikTok
 *   rejects the call
 */
export async function writeApi(
  call: TikTokCall,
  {
    path,
    operation,
    body,
    dialect = tiktokDialect,
    timeoutMs = 15_000,
  }: ApiRequest & { body: Readonly<Record<string, unknown>> },
): Promise<Fields> {
  await acquireSlot(call, path)
  const response = await callNetwork(call, dialect, {
    method: 'POST',
    url: apiUrl(call.app, path),
    operation,
    timeoutMs,
    headers: { ...tokenHeader(call.account.credentials), 'content-type': 'application/json' },
    body: JSON.stringify({ business_id: call.account.providerId, ...body }),
  })
  return dataOf(response)
}
