import { randomUUIDv7 } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { OperationId } from '@carillon/contract'
import type { ErrorCode } from '@carillon/errors'
import { beginSpan, type Span } from '@carillon/log'
import { onlyHeader } from './only-header.ts'
import type { AuditEntry, Grant } from './service.ts'

/** Facts about a request while it is served: for its log line, its metrics and its headers. */
export interface RequestState {
  /** A uuidv7 of the time at which the request arrived. */
  id: string
  requestId: string
  startedAt: number
  operation: OperationId | null
  /** The operation's id or the template of another route; `none` until one was found. */
  route: string
  grant: Grant | null
  /** What the key could do if it had not expired, or were used from elsewhere. */
  rejectedGrant: Grant | null
  /** The name of a request in the audit log that is not an operation; null for others. */
  action: string | null
  /** The tool of MCP that the request calls. */
  tool: string | null
  /** The entry in the audit log that has begun. */
  audit: AuditEntry | null
  code: ErrorCode | null
  /** The message of the error. */
  problem: string | null
  /** The parameters of the path. */
  params: unknown
  /** The profile that the request acts on, once it is known. */
  profileId: string | null
  /** The span of the request; null while nothing is traced. */
  span: Span | null
}

const stateKey = Symbol('state')

declare module 'node:http' {
  interface IncomingMessage {
    [stateKey]?: RequestState
  }
}

const sane = /^[A-Za-z0-9._-]{1,128}$/

function begin(req: IncomingMessage): RequestState {
  const sent = onlyHeader(req, 'x-request-id')
  const id = randomUUIDv7()
  const requestId = sent !== undefined && sane.test(sent) ? sent : id
  return {
    id,
    requestId,
    startedAt: performance.now(),
    operation: null,
    route: 'none',
    grant: null,
    rejectedGrant: null,
    action: null,
    tool: null,
    audit: null,
    code: null,
    problem: null,
    params: null,
    profileId: null,
    span: beginSpan('request', {
      fields: { requestId, method: req.method ?? '' },
      traceparent: onlyHeader(req, 'traceparent'),
    }),
  }
}

/** The state of a request, created on first use. */
export function stateOf(req: IncomingMessage): RequestState {
  req[stateKey] ??= begin(req)
  return req[stateKey]
}
