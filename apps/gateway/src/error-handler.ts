import type { IncomingMessage, ServerResponse } from 'node:http'
import { asServiceError, envelope, ServiceError } from '@carillon/errors'
import type { ErrorRequestHandler } from 'express'
import type { Backend } from './backend.ts'
import { ClientGone } from './request-signal.ts'
import { stateOf } from './request-state.ts'
import { sendJson } from './response-headers.ts'

/** Whether a URL could not be decoded, which Express reports as an error with a status. */
function isMalformedAddress(thrown: unknown): boolean {
  return thrown instanceof URIError || (thrown instanceof Error && thrown.cause instanceof URIError)
}

/**
 * Whether the client aborted the request. An error of the request stream looks like one of an outgoing connection, so
 * the state of the request is checked instead.
 */
function isCutOff(req: IncomingMessage, thrown: unknown): boolean {
  if (thrown instanceof ServiceError) return false
  return thrown instanceof ClientGone || (req.destroyed && !req.complete)
}

function asError({ service }: Backend, req: IncomingMessage, thrown: unknown): ServiceError {
  if (isCutOff(req, thrown))
    return new ServiceError('invalid_request', 'The request ended before it was complete.', { cause: thrown })
  if (isMalformedAddress(thrown)) {
    return new ServiceError('invalid_request', 'The URL has invalid percent-encoding.')
  }
  return asServiceError(service.translateFailure(thrown))
}

/** Sends an error: its status, its headers and the envelope. */
function sendError(
  error: ServiceError,
  { req, res, backend }: { req: IncomingMessage; res: ServerResponse; backend: Backend },
): void {
  const state = stateOf(req)
  state.code = error.code
  const headers = [
    ...(error.status === 401 ? ['WWW-Authenticate', 'Bearer'] : []),
    ...(error.retryAfter === undefined ? [] : ['Retry-After', String(Math.ceil(error.retryAfter))]),
  ]
  const body = envelope(error, { requestId: state.requestId, publicUrl: backend.publicUrl })
  sendJson(req, res, { status: error.status, text: JSON.stringify(body), headers })
}

/** Responds with the error envelope. Unexpected errors are logged with their cause. */
export function respondToFailure(
  thrown: unknown,
  { req, res, backend }: { req: IncomingMessage; res: ServerResponse; backend: Backend },
): void {
  const { log } = backend
  const error = asError(backend, req, thrown)
  const { requestId } = stateOf(req)
  // A failure that a worker has written down comes back without its cause.
  const err = error.cause ?? error
  if (error.code === 'internal_error') log.error({ requestId, err }, 'unexpected error')
  if (error.code === 'database_error') log.error({ requestId, err }, 'database error')
  if (res.headersSent) res.destroy()
  else sendError(error, { req, res, backend })
}

/** The last error handler of Express. */
export function handleErrors(backend: Backend): ErrorRequestHandler {
  return (thrown: unknown, req, res, _next) => respondToFailure(thrown, { req, res, backend })
}
