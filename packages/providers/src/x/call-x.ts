import type { AppCall, ConnectedAccount } from '../call-context.ts'
import { callNetwork, type Dialect, jsonObject } from '../call-network.ts'
import { ProviderError } from '../error-rules.ts'
import { xErrors } from './errors.ts'
import { textOf } from './json-fields.ts'
import { type Area, readRefusal } from './refusal.ts'

export interface XRequest {
  area: Area
  operation: string
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  query?: Readonly<Record<string, string>>
  json?: unknown
  form?: FormData
  /** 15 s when left out. */
  timeoutMs?: number
}

/** How X words a refusal, for calls of one kind. */
export function xDialect(area: Area, now: () => Date = () => new Date()): Dialect {
  return { network: 'x', rules: xErrors, refusal: (answer) => readRefusal(answer, { area, now: now() }) }
}

export function accessToken({ credentials }: Pick<ConnectedAccount, 'credentials'>): string {
  const token = textOf(credentials['accessToken'])
  if (token !== undefined) return token
  throw new ProviderError('connection_expired', 'The account has to be connected again.', 'unsent')
}

/** One call of the API with a person's token. Answers the body; `{}` when a success carries none that can be read. */
export async function callX(call: AppCall, token: string, request: XRequest): Promise<Record<string, unknown>> {
  const url = new URL(`${call.app.hosts['api']}${request.path}`)
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value)
  const { operation, method } = request
  const answer = await callNetwork(call, xDialect(request.area, call.now), {
    operation,
    method,
    url,
    timeoutMs: request.timeoutMs ?? 15_000,
    headers: {
      authorization: `Bearer ${token}`,
      ...(request.json !== undefined && { 'content-type': 'application/json' }),
    },
    body: request.form ?? (request.json === undefined ? undefined : JSON.stringify(request.json)),
    ...(method === 'GET' && { retry: 'read' as const }),
  })
  return jsonObject(answer)
}
