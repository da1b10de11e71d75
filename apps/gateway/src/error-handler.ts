import { asServiceError, envelope, ServiceError } from '@carillon/errors'
import type { ErrorRequestHandler, Request, Response } from 'express'
import type { Backend } from './backend.ts'
import { stateOf } from './request-state.ts'

/** Whether a URL could not be decoded, which Express reports as an error with a status. */
export function isMalformedAddress(thrown: unknown): boolean {
  return thrown instanceof URIError || (thrown instanceof Error && thrown.cause instanceof URIError)
}

/** Errors of a request's own stream tell of its sender, though they look like those of a connection of ours. */
function isCutOff(req: Request, thrown: unknown): boolean {
  return req.destroyed && !req.complete && !(thrown instanceof ServiceError)
}

function asError({ service }: Backend, req: Request, thrown: unknown): ServiceError {
  if (isCutOff(req, thrown)) return new ServiceError('invalid_request', 'The request was cut off.', { cause: thrown })
  if (isMalformedAddress(thrown)) {
    return new ServiceError('invalid_request', 'The address is not valid: its percent-encoding is broken.')
  }
  return asServiceError(service.translateFailure(thrown))
}

/** Sends an error: its status, its headers and the envelope. */
export function sendError(req: Request, res: Response, error: ServiceError): void {
  stateOf(req).code = error.code
  if (error.status === 401) res.setHeader('WWW-Authenticate', 'Bearer')
  if (error.retryAfter !== undefined) res.setHeader('Retry-After', String(Math.ceil(error.retryAfter)))
  res.status(error.status).json(envelope(error))
}

/** The last handler: every failure becomes the envelope; what nobody foresaw is logged with its cause. */
export function handleErrors(backend: Backend): ErrorRequestHandler {
  const { log } = backend
  return (thrown: unknown, req, res, _next) => {
    const error = asError(backend, req, thrown)
    const { requestId } = stateOf(req)
    // A failure that a worker has written down comes back without its cause.
    const err = error.cause ?? error
    if (error.code === 'internal_error') log.error({ requestId, err }, 'unforeseen failure')
    if (error.code === 'database_error') log.error({ requestId, err }, 'the store failed')
    if (res.headersSent) {
      res.destroy()
      return
    }
    sendError(req, res, error)
  }
}
