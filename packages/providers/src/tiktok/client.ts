import type { OutboundAnswer } from '@carillon/outbound'
import type { App, CallContext } from '../call-context.ts'
import { callNetwork, type Dialect, jsonObject } from '../call-network.ts'
import { ProviderError } from '../error-rules.ts'
import { tiktokDialect } from './errors.ts'
import type { Scope } from './scopes.ts'

/** What an endpoint answered inside the envelope, or an object in it. */
export type Data = Readonly<Record<string, unknown>>

/** One of the configured hosts, without a slash at its end. */
export function hostOf(app: Pick<App, 'hosts'>, name: 'web' | 'api'): string {
  const host = app.hosts[name]
  if (host === undefined) throw new Error(`no host of TikTok is configured as ${name}`)
  return host
}

/** Where an endpoint is; its path begins and ends with a slash. */
export function apiUrl(app: Pick<App, 'hosts'>, path: string): string {
  return `${hostOf(app, 'api')}/open_api/v1.3${path}`
}

export function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `data` of the envelope; empty where there is none. */
export function dataOf(answer: OutboundAnswer): Record<string, unknown> {
  const { data } = jsonObject(answer)
  return isData(data) ? { ...data } : {}
}

/** Text, or null for anything else, empty text included. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** The header takes the token alone; with `Bearer` before it the token counts as wrong. */
export function tokenHeader(accessToken: unknown): Record<string, string> {
  return { 'access-token': String(accessToken) }
}

/** Refuses what the connection was never allowed, before the network is asked. */
export function requireScope({ account }: Pick<CallContext, 'account'>, scope: Scope): void {
  if (account.scopes.includes(scope)) return
  const message = `The connection was not granted the permission ${scope}; the customer has to reconnect the account.`
  throw new ProviderError('connection_expired', message, 'refused')
}

interface ApiRequest {
  path: string
  operation: string
  dialect?: Dialect
  timeoutMs?: number
}

/** Takes a place in the rate that the network counts by account and endpoint; beyond it, it is not asked at all. */
function pace(call: CallContext, path: string): Promise<void> {
  return call.pace('tiktok.endpoint', `${path}:${call.account.providerId}`)
}

/** Reads for the account; lists and objects among the parameters are JSON text. */
export async function readApi(
  call: CallContext,
  { path, operation, query = {}, timeoutMs = 10_000 }: ApiRequest & { query?: Readonly<Record<string, string>> },
): Promise<Data> {
  await pace(call, path)
  const parameters = new URLSearchParams({ business_id: call.account.providerId, ...query })
  const answer = await callNetwork(call, tiktokDialect, {
    method: 'GET',
    url: `${apiUrl(call.app, path)}?${parameters}`,
    operation,
    timeoutMs,
    headers: tokenHeader(call.account.credentials['accessToken']),
    retry: 'read',
  })
  return dataOf(answer)
}

/** Changes something for the account. */
export async function writeApi(
  call: CallContext,
  {
    path,
    operation,
    body,
    dialect = tiktokDialect,
    timeoutMs = 15_000,
  }: ApiRequest & { body: Readonly<Record<string, unknown>> },
): Promise<Data> {
  await pace(call, path)
  const answer = await callNetwork(call, dialect, {
    method: 'POST',
    url: apiUrl(call.app, path),
    operation,
    timeoutMs,
    headers: { ...tokenHeader(call.account.credentials['accessToken']), 'content-type': 'application/json' },
    body: JSON.stringify({ business_id: call.account.providerId, ...body }),
  })
  return dataOf(answer)
}
