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

/** The URL of a configured host, by its name. */
export const hostOf = hostsOf('tiktok')

/** The URL of an endpoint; `path` begins and ends with a slash. */
export function apiUrl(app: Pick<App, 'hosts'>, path: string): string {
  return `${hostOf(app, 'api')}/open_api/v1.3${path}`
}

/** The field `data` of a response; empty when it is missing. */
export function dataOf(response: OutboundResponse): Fields {
  return objectOf(bodyOf(response)['data'])
}

/** The header contains only the token. With `Bearer` before it, TikTok rejects the token. */
export function tokenHeader({ accessToken }: Pick<TokenPair, 'accessToken'>): Record<string, string> {
  return { 'access-token': accessToken }
}

/** Rejects a call whose scope was not granted, before it is sent. */
export function requireScope({ account }: Pick<TikTokCall, 'account'>, scope: Scope): void {
  if (account.scopes.includes(scope)) return
  const message = `The connection was not granted the permission ${scope}; the user must reconnect the account.`
  throw new ProviderError('connection_expired', message, 'rejected')
}

interface ApiRequest {
  path: string
  operation: string
  dialect?: Dialect
  timeoutMs?: number
}

/** TikTok limits calls per account and endpoint. A call above the limit is not sent. */
function acquireSlot(call: TikTokCall, path: string): Promise<void> {
  return call.acquireRateSlot('tiktok.endpoint', `${path}:${call.account.providerId}`)
}

/** Reads on behalf of the account. Lists and objects are sent as JSON text in query parameters. */
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
  })
  return dataOf(response)
}

/** Makes a changing call on behalf of the account. */
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
