import { randomUUIDv7 } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { OperationId } from '@carillon/contract'
import type { ErrorCode } from '@carillon/errors'
import type { Grant } from './service.ts'

/** What is known of a request while it is served: for its log line, its metrics and its headers. */
export interface RequestState {
  requestId: string
  startedAt: number
  operation: OperationId | null
  /** The operation's id or the template of another route; `none` until one was found. */
  route: string
  grant: Grant | null
  code: ErrorCode | null
}

const sane = /^[A-Za-z0-9._-]{1,128}$/
const states = new WeakMap<IncomingMessage, RequestState>()

function begin(req: IncomingMessage): RequestState {
  const sent = req.headersDistinct['x-request-id']
  const [only = ''] = sent?.length === 1 ? sent : []
  return {
    requestId: sane.test(only) ? only : randomUUIDv7(),
    startedAt: performance.now(),
    operation: null,
    route: 'none',
    grant: null,
    code: null,
  }
}

export function stateOf(req: IncomingMessage): RequestState {
  const known = states.get(req)
  if (known) return known
  const state = begin(req)
  states.set(req, state)
  return state
}
