import { apiPrefix } from '@carillon/contract'
import express, { type Express, type RequestHandler } from 'express'
import type { Backend } from './backend.ts'
import { drainRejectedBodies } from './drain-body.ts'
import { handleErrors } from './error-handler.ts'
import { operationRouter } from './operations.ts'
import type { PublicOptions } from './public/public-route.ts'
import { publicRouter } from './public/routes.ts'
import { observeRequests } from './request-log.ts'
import { requireHost, routeNotFound } from './routes.ts'
import { securityHeaders } from './security-headers.ts'

const neverKept: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store')
  next()
}

/** All routes over a backend. */
export function createApp(backend: Backend, { metrics, isStopping }: PublicOptions): Express {
  const app = express()
  app.disable('x-powered-by').disable('etag')
  app.enable('case sensitive routing').enable('strict routing').set('query parser', false)
  app.set('trust proxy', backend.context.config.gateway.trustedProxies)
  app.use(observeRequests(backend, metrics), drainRejectedBodies)
  app.use(securityHeaders('api', backend), neverKept, requireHost)
  app.use(publicRouter(backend, { metrics, isStopping }))
  app.use(apiPrefix, operationRouter(backend))
  app.use(routeNotFound, handleErrors(backend))
  return app
}
