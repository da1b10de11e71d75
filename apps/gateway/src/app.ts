import express, { type Express, type RequestHandler } from 'express'
import type { Backend } from './backend.ts'
import { drainRejectedBody } from './drain-body.ts'
import { handleErrors } from './error-handler.ts'
import type { PublicOptions } from './public/public-route.ts'
import { publicRouter } from './public/routes.ts'
import { observeRequest } from './request-log.ts'
import { stateOf } from './request-state.ts'
import { requireHost, routeNotFound } from './routes.ts'
import { securityHeaders } from './security-headers.ts'

/** Applied to every request before its route is known. */
function begin(backend: Backend, { metrics }: PublicOptions): RequestHandler {
  return (req, res, next) => {
    res.setHeader('X-Request-Id', stateOf(req).requestId)
    res.setHeader('Cache-Control', 'no-store')
    observeRequest(req, res, { backend, metrics })
    drainRejectedBody(req, res)
    next()
  }
}

const checkHost: RequestHandler = (req, _res, next) => {
  requireHost(req)
  next()
}

/** The Express app with all routes except those of the operations. */
export function createApp(backend: Backend, options: PublicOptions): Express {
  const app = express()
  app.disable('x-powered-by').disable('etag')
  app.enable('case sensitive routing').enable('strict routing').set('query parser', false)
  app.set('trust proxy', backend.isTrusted)
  app.use(begin(backend, options), securityHeaders('api', backend), checkHost)
  app.use(publicRouter(backend, options))
  app.use(routeNotFound, handleErrors(backend))
  return app
}
