import type { AppCall } from '../call-context.ts'
import { callNetwork, type Dialect } from '../call-network.ts'
import { limitedTo } from '../error-rules.ts'
import { bodyOf } from '../json.ts'
import { apiUrl } from './credentials.ts'
import { xErrors } from './errors.ts'
import { type Area, readRejection } from './rejection.ts'
import { xResponses } from './responses.ts'

export interface XRequest {
  area: Area
  operation: string
  method: 'GET' | 'POST' | 'DELETE'
  /** The path below the version, such as `/users/me`. */
  path: string
  query?: Readonly<Record<string, string>>
  /** The body, sent as JSON, or as a form with `form`. */
  json?: unknown
  form?: FormData
  /** The timeout in ms; 15,000 if omitted. */
  timeoutMs?: number
}

/** The rules for deletions: rejections of texts and media become `provider_error`. */
const deleteRules = limitedTo(
  ['connection_expired', 'provider_not_configured', 'temporarily_unavailable', 'provider_rejected', 'post_not_found'],
  xErrors,
)

/**
 * Returns the dialect that interprets X's responses to calls of one area, the purpose of a call such as `media` or
 * `delete`: the same status means something else in each.
 */
export function xDialect(area: Area): Dialect {
  return {
    network: 'x',
    responses: xResponses,
    rules: area === 'delete' ? deleteRules : xErrors,
    rejection: (response, now) => readRejection(response, { area, now }),
  }
}

/**
 * Calls the X API with a user's token. Returns the body, or `{}` if a successful response has no JSON object. A `GET`
 * is repeated up to twice if the connection fails or the status is 502, 503 or 504.
 * @throws ProviderError with its outcome, if X rejects the call or does not respond
 */
export async function callX(call: AppCall, token: string, request: XRequest): Promise<Record<string, unknown>> {
  const url = new URL(apiUrl(call.app, request.path))
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value)
  const { operation, method } = request
  const response = await callNetwork(call, xDialect(request.area), {
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
  return bodyOf(response)
}
