import type { IncomingMessage, ServerResponse } from 'node:http'
import { apiPrefix, isRead, operationRow } from '@carillon/contract'
import { asServiceError, envelope, ServiceError, shouldRetry } from '@carillon/errors'
import type { ErrorRequestHandler, Request, Response } from 'express'
import { authenticate } from './authenticate.ts'
import type { Backend } from './backend.ts'
import { hasIdempotencyKey } from './body/idempotency-key.ts'
import { html, sendPage } from './public/page.ts'
import { logFailure } from './request-log.ts'
import { ClientGone } from './request-signal.ts'
import { stateOf } from './request-state.ts'
import { sendJson } from './response-headers.ts'
import { securityHeadersOf } from './security-headers.ts'

interface Exchange {
  req: IncomingMessage
  res: ServerResponse
  backend: Backend
}

/** Whether Express reports that a parameter in the path could not be decoded. */
const isMalformedAddress = (thrown: unknown): boolean => thrown instanceof URIError

/**
 * Whether the client aborted the request. The error of the request stream looks like that of an outgoing connection, so
 * the state of the request is checked as well.
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

/**
 * Returns the scope that an operation requires and the key lacks; null for any other error.
 * @see https://www.rfc-editor.org/rfc/rfc6750#section-3 (read 2026-11-23)
 */
function missingScope({ code, details }: ServiceError): string | null {
  const isNamed = typeof details === 'object' && details !== null && 'requiredScope' in details
  return code === 'insufficient_scope' && isNamed ? String(details.requiredScope) : null
}

/**
 * Whether a request may have been carried out although it failed. Writes that accept `X-Publish-Before` report this
 * themselves. Any other change may have been made if the response of the database was lost, unless the request has an
 * `Idempotency-Key`, with which the change is made only once.
 */
function mayBeStored({ service }: Backend, req: IncomingMessage, error: ServiceError): boolean {
  const { operation } = stateOf(req)
  if (error.mayBeStored || error.code !== 'database_error' || operation === null) return error.mayBeStored
  const row = operationRow(operation)
  if (hasIdempotencyKey(req, row)) return false
  return !isRead(row) && !row.errors.includes('deadline_passed') && !service.changedNothing(error.cause)
}

/** Returns the public message of an error; for a failure of the database, with what a client can do. */
function messageOf({ code, message }: ServiceError, isRetryable: boolean): string {
  if (code !== 'database_error') return message
  return `${message} ${isRetryable ? 'A retry is safe.' : 'A change may have been made: read the state before a retry.'}`
}

/** Sends an error: its status, its headers and the error envelope. */
function sendError(error: ServiceError, { req, res, backend }: Exchange): void {
  const state = stateOf(req)
  state.code = error.code
  const retryable = shouldRetry({ code: error.code, mayBeStored: mayBeStored(backend, req, error) })
  state.problem = messageOf(error, retryable)
  state.rejectedGrant = backend.service.rejectedGrant(error)
  if (error.status === 401) res.setHeader('WWW-Authenticate', 'Bearer')
  const missing = missingScope(error)
  if (missing !== null) res.setHeader('WWW-Authenticate', `Bearer error="insufficient_scope", scope="${missing}"`)
  if (error.retryAfter !== undefined) res.setHeader('Retry-After', String(Math.ceil(error.retryAfter)))
  res.setHeader('X-Should-Retry', String(retryable))
  const { code, details } = error
  const body = envelope(
    { code, message: state.problem, details },
    { requestId: state.requestId, publicUrl: backend.publicUrl },
  )
  sendJson(res, { status: error.status, text: JSON.stringify(body) })
}

/** Whether the client is a browser that wants to show a page: a GET outside of the API that prefers HTML to JSON. */
function isBrowser(req: Request): boolean {
  return req.method === 'GET' && !req.path.startsWith(`${apiPrefix}/`) && req.accepts(['json', 'html']) === 'html'
}

/** Sends a page to a browser at a path that does not exist, with links to other pages. */
function sendLostPage(error: ServiceError, { req, res, backend }: { req: Request; res: Response; backend: Backend }) {
  const state = stateOf(req)
  state.code = error.code
  state.problem = error.message
  for (const [name, value] of securityHeadersOf('page', backend)) res.setHeader(name, value)
  const body = html`<p>The URL may be wrong, or what it showed was removed.</p>
<p><a href="/dashboard">Dashboard</a> · <a href="/docs">API documentation</a></p>
<p><small>Reference: ${state.requestId}</small></p>`
  sendPage(res, { status: error.status, title: 'This page does not exist', body })
}

/**
 * Responds to a thrown value with the error envelope. If the response has already started, the connection is closed.
 * Unexpected errors and those of the database are logged with their cause.
 */
export function respondToError(thrown: unknown, { req, res, backend }: Exchange): void {
  const error = asError(backend, req, thrown)
  logFailure(req, error, backend)
  if (res.headersSent) res.destroy()
  else sendError(error, { req, res, backend })
}

/**
 * Builds the error handler of the gateway. It responds as `respondToError`, or with a page to a browser at a path
 * outside of the API that does not exist.
 */
export function handleErrors(backend: Backend): ErrorRequestHandler {
  return (thrown: unknown, req, res, _next) => {
    try {
      const isLost = thrown instanceof ServiceError && thrown.code === 'route_not_found' && !res.headersSent
      if (isLost) res.vary('Accept')
      if (isLost && isBrowser(req)) sendLostPage(thrown, { req, res, backend })
      else respondToError(thrown, { req, res, backend })
    } catch (err) {
      backend.log.error({ requestId: stateOf(req).requestId, err }, 'no response was sent')
      res.destroy()
    }
  }
}

/**
 * Builds the error handler for API requests whose path cannot be decoded. It authenticates and counts the request,
 * which no route has done, as Express fails before it calls a handler, and passes the error on to the next error
 * handler. A rejected authentication, or a missing migration, replaces the error.
 */
export function authenticateMalformed(backend: Backend): ErrorRequestHandler {
  return async (thrown: unknown, req, res, next) => {
    if (isMalformedAddress(thrown) && stateOf(req).grant === null) {
      await backend.service.checkMigrations(backend.context)
      await authenticate(req, res, backend)
    }
    next(thrown)
  }
}
