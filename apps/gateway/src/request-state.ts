import type { IncomingMessage } from 'node:http'
import { type OperationId, requestIdPattern } from '@carillon/contract'
import type { ErrorCode } from '@carillon/errors'
import { beginSpan, type Span } from '@carillon/log'
import { onlyHeader } from './only-header.ts'
import { type AuditEntry, type Grant, idAt } from './service.ts'

/** Facts about a request that are collected while it is served, for its log line, metrics, audit entry and headers. */
export interface RequestState {
  /** A UUIDv7 with the time at which the request arrived. */
  id: string
  /** The client's `X-Request-Id` if it was sent and is valid; otherwise `id`. */
  requestId: string
  /** When the request arrived: `performance.now()`, in milliseconds. */
  startedAt: number
  operation: OperationId | null
  /** The operation id, or the path template of another route; `none` until the route is known. */
  route: string
  /** The access of the key or session; null until it is authenticated. */
  grant: Grant | null
  /** The access of a known key that is expired or used from an IP address that is not allowed; otherwise null. */
  rejectedGrant: Grant | null
  /** Whether the request was rejected because its API key or organization had reached its rate limit. */
  isLimited: boolean
  /** The request's name in the audit log if it is not an operation; otherwise null. */
  action: string | null
  /** The MCP tool that the request calls; null for other requests. */
  tool: string | null
  /** The audit entry that has begun; null for requests without one. */
  audit: AuditEntry | null
  /** The code of the error response; null if there was none. */
  code: ErrorCode | null
  /** The message of the error response; null if there was none. */
  problem: string | null
  /** The parameters in the path. */
  params: unknown
  /** The id of the profile that the request is about; null until it is known, and for requests without one. */
  profileId: string | null
  /** The id of the publish that the request was about to store; null if it was not. Such a publish need not exist. */
  publishId: string | null
  /** Settles when the operation has been served, even if the client disconnects before; null for other requests. */
  served: Promise<void> | null
  /** The trace span of the request; null if tracing is off. */
  span: Span | null
}

const stateKey = Symbol('state')

declare module 'node:http' {
  interface IncomingMessage {
    [stateKey]?: RequestState
  }
}

const sane = new RegExp(requestIdPattern)

function begin(req: IncomingMessage, at: Date): RequestState {
  const sent = onlyHeader(req, 'x-request-id')
  const id = idAt(at)
  const requestId = sent !== undefined && sane.test(sent) ? sent : id
  return {
    id,
    requestId,
    startedAt: performance.now(),
    operation: null,
    route: 'none',
    grant: null,
    rejectedGrant: null,
    isLimited: false,
    action: null,
    tool: null,
    audit: null,
    code: null,
    problem: null,
    params: null,
    profileId: null,
    publishId: null,
    served: null,
    span: beginSpan('request', {
      fields: { requestId, method: req.method ?? '' },
      traceparent: onlyHeader(req, 'traceparent'),
    }),
  }
}

/** Begins to collect the facts about a request that arrived at `at`, by the clock of the database, and returns them. */
export function beginState(req: IncomingMessage, at: Date): RequestState {
  req[stateKey] = begin(req, at)
  return req[stateKey]
}

/**
 * Returns the facts that are collected about a request while it is served, such as its id, operation and access. All
 * calls return the same object, which the caller may change.
 * @throws Error before `beginState`
 */
export function stateOf(req: IncomingMessage): RequestState {
  const state = req[stateKey]
  if (!state) throw new Error('the request has not begun')
  return state
}
