import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServiceError } from '@carillon/errors'
import type { RequestLine } from '@carillon/log'
import type { Backend } from './backend.ts'
import { watchedPaths } from './connection/close-server.ts'
import { endAudit } from './request-audit.ts'
import { recordRequest } from './request-record.ts'
import { type RequestState, stateOf } from './request-state.ts'

/** Returns the level of the line of a request: at `info`, checks that succeed would soon be all that a log has kept. */
function levelOf(route: string, status: number): RequestLine['level'] {
  if (status >= 500) return 'warn'
  return status < 400 && watchedPaths.has(route) ? 'debug' : 'info'
}

function writeLine(
  { log }: Backend,
  req: IncomingMessage,
  end: { state: RequestState; status: number; seconds: number; gone: boolean },
): void {
  const { state, status, seconds, gone } = end
  const { route, operation, requestId, grant, code } = state
  log.request({
    level: levelOf(route, status),
    method: req.method ?? '',
    route,
    operation,
    status,
    durationMs: Math.round(seconds * 1000),
    requestId,
    traceId: state.span?.traceId,
    organizationId: grant?.scope.organizationId,
    keyId: grant?.keyId,
    code: code ?? undefined,
    outcome: gone ? 'gone' : undefined,
  })
}

function endSpan({ span, route, grant, code }: RequestState, status: number): void {
  if (span === null) return
  span.note({ operation: route, status, organizationId: grant?.scope.organizationId, code: code ?? undefined })
  if (status >= 500) span.fail()
  span.end()
}

/** Logs an unexpected error, or one of the database, with its cause. Other errors are not logged. */
export function logFailure(req: IncomingMessage, error: ServiceError, { log }: Backend): void {
  const { requestId } = stateOf(req)
  // A failure that a worker has written down comes back without its cause.
  const err = error.cause ?? error
  if (error.code === 'internal_error') log.error({ requestId, err }, 'unexpected error')
  if (error.code === 'database_error') log.error({ requestId, err }, 'database error')
}

/** Logs, measures, audits and records a request when it ends. Call it when the request begins. */
export function observeRequest(req: IncomingMessage, res: ServerResponse, backend: Backend): void {
  const state = stateOf(req)
  res.once('close', () => {
    const seconds = (performance.now() - state.startedAt) / 1000
    const gone = !res.writableFinished
    endAudit(req, res, backend)
    recordRequest(req, res, { backend, ms: Math.round(seconds * 1000), gone })
    endSpan(state, res.statusCode)
    writeLine(backend, req, { state, status: res.statusCode, seconds, gone })
    if (state.code) backend.context.counters.add('errors', [state.route, state.code])
    backend.metrics.observe({ operation: state.route, status: gone ? 'gone' : String(res.statusCode), seconds })
  })
}
