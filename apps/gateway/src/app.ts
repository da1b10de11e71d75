import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { apiPrefix } from '@carillon/contract'
import { ServiceError } from '@carillon/errors'
import { inRequest } from '@carillon/log'
import express, { type Express, type RequestHandler } from 'express'
import { noteCaller } from './authenticate.ts'
import type { Backend } from './backend.ts'
import { drainRejectedBody } from './drain-body.ts'
import { authenticateMalformed, handleErrors, respondToError } from './error-handler.ts'
import { mcpRoutes } from './mcp/mcp-route.ts'
import { onlyHeader } from './only-header.ts'
import { operationRoutes } from './operations.ts'
import { publicRoutes } from './public/public-routes.ts'
import { observeRequest } from './request-log.ts'
import { beginState } from './request-state.ts'
import { dateBy } from './response-headers.ts'
import { mountRoute, routeNotFound } from './route.ts'
import { securityHeadersOf } from './security-headers.ts'
import { uploadCollection } from './uploads/upload-routes.ts'

/**
 * Rejects HTTP/1.1 requests without a `Host` header, and all requests with more than one.
 * @throws ServiceError `invalid_request`
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2 (read 2026-11-22)
 */
function requireHost(req: IncomingMessage): void {
  if (req.headers.host === undefined) {
    if (req.httpVersion !== '1.1') return
    throw new ServiceError('invalid_request', 'The request has no Host header.')
  }
  if (onlyHeader(req, 'host') === undefined) {
    throw new ServiceError('invalid_request', 'The request has more than one Host header.')
  }
}

/**
 * Builds the first handler of every request: it sets the headers of all responses and starts the request's log line and
 * audit, before the route is known.
 */
function begin(backend: Backend): RequestHandler {
  const headers = [...securityHeadersOf('api', backend), ['Cache-Control', 'no-store']] as const
  const { now } = backend.context
  return (req, res, next) => {
    const { requestId, span } = beginState(req, now())
    dateBy(res, now)
    res.setHeader('X-Request-Id', requestId)
    for (const [name, value] of headers) res.setHeader(name, value)
    observeRequest(req, res, backend)
    drainRejectedBody(req, res)
    const serve = () =>
      inRequest(requestId, () => {
        requireHost(req)
        next()
      })
    span ? span.run(serve) : serve()
  }
}

/**
 * Returns the path and query of the URL of a request, which may be absolute, so that nothing that compares it, such as
 * the request list, meets an origin. Null for an invalid absolute URL, for which Express calls no handler at all.
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2 (read 2026-11-30)
 */
function withoutOrigin(url: string): string | null {
  if (!/^[a-z][a-z\d+.-]*:/i.test(url)) return url
  if (!URL.canParse(url)) return null
  const rest = url.replace(/^[^/?#]*:\/\/[^/?#]*/, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Rejects a request whose URL Express cannot route, and closes the connection. */
function rejectUrl(req: IncomingMessage, res: ServerResponse, backend: Backend): void {
  const { now } = backend.context
  res.setHeader('X-Request-Id', beginState(req, now()).requestId)
  dateBy(res, now)
  res.setHeader('Connection', 'close')
  observeRequest(req, res, backend)
  drainRejectedBody(req, res)
  respondToError(new ServiceError('invalid_request', 'The URL of the request is not valid.'), { req, res, backend })
}

function createExpress(backend: Backend): Express {
  const app = express()
  app.disable('x-powered-by').disable('etag')
  app.enable('case sensitive routing').enable('strict routing').set('query parser', false)
  app.set('trust proxy', backend.isTrusted)
  app.use(begin(backend))
  const routes = [...operationRoutes, uploadCollection, ...publicRoutes, ...mcpRoutes(backend)]
  for (const route of routes) mountRoute(app, route, backend)
  app.use(apiPrefix, async (req, res, next) => {
    await backend.service.checkMigrations(backend.context)
    await noteCaller(req, res, backend)
    next()
  })
  app.use(routeNotFound)
  app.use(apiPrefix, authenticateMalformed(backend))
  app.use(handleErrors(backend))
  return app
}

/**
 * Creates the listener of all requests: an Express app with the operations of the contract, uploads, public routes and,
 * unless it is turned off, MCP.
 */
export function createApp(backend: Backend): RequestListener {
  const app = createExpress(backend)
  return (req, res) => {
    const url = withoutOrigin(req.url ?? '')
    if (url === null) return rejectUrl(req, res, backend)
    req.url = url
    app(req, res)
  }
}
