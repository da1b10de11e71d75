import { apiPrefix, type OperationId } from '@carillon/contract'
import { keysOf, ServiceError } from '@carillon/errors'
import type { Express, RequestHandler } from 'express'
import { noteCaller } from './authenticate.ts'
import type { Backend } from './backend.ts'
import { type PublicBody, readPublicBody } from './body/public-body.ts'
import { stateOf } from './request-state.ts'
import { type HeaderClass, securityHeaders } from './security-headers.ts'

export type HandlerFactory = (backend: Backend) => RequestHandler

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** A path of the gateway with the handlers of its methods. HEAD is served by `get` unless `head` is set. */
export interface Route {
  /** The path in Express's notation. */
  path: string
  /** The class of its security headers; `api` if absent. */
  headers?: HeaderClass
  /** Whether no handler reads the database, so that they are called before the migrations of this version have run. */
  withoutDatabase?: boolean
  /** The operations that its methods call, for the log and metrics; a method without one is named by the path. */
  operations?: Readonly<Partial<Record<Method, OperationId>>>
  get?: HandlerFactory
  /** Serves HEAD, if its response is not that of GET without the body. */
  head?: HandlerFactory
  post?: HandlerFactory
  put?: HandlerFactory
  patch?: HandlerFactory
  delete?: HandlerFactory
  options?: HandlerFactory
  /** How the body of a POST is read before its handler is called; absent if the handler reads it. */
  body?: PublicBody
}

/** Builds a handler that rejects methods that the path does not support, with 405 and an `Allow` header. */
function rejectMethod(path: string, methods: readonly string[], backend: Backend): RequestHandler {
  const names = methods.map((method) => method.toUpperCase())
  const allow = (names.includes('GET') ? [...new Set([...names, 'HEAD'])] : names).join(', ')
  const isOfApi = path.startsWith(`${apiPrefix}/`)
  return async (req, res) => {
    if (isOfApi) await noteCaller(req, res, backend)
    res.setHeader('Allow', allow)
    throw new ServiceError('method_not_allowed', `${req.method} is not available here; there is ${allow}.`)
  }
}

/**
 * Adds a route to the app. Methods that it does not have get 405. All requests get 503 (`temporarily_unavailable`)
 * until the migrations of this version have been run, unless the route is `withoutDatabase`.
 */
export function mountRoute(
  app: Express,
  { path, headers, body, withoutDatabase = false, operations = {}, ...methods }: Route,
  backend: Backend,
): void {
  const { service, context } = backend
  const route = app.route(path)
  const ids = new Map(keysOf(operations).map((method) => [method.toUpperCase(), operations[method]]))
  if (!methods.head) ids.set('HEAD', operations.get)
  route.all((req, _res, next) => {
    // Named before anything is waited for: a request that ends meanwhile is logged and measured as well.
    const state = stateOf(req)
    state.operation = ids.get(req.method) ?? null
    state.route = state.operation ?? path
    const check = withoutDatabase ? null : service.checkMigrations(context)
    return check === null ? next() : check.then(() => next())
  })
  if (headers) route.all(securityHeaders(headers, backend))
  if (body) route.post(readPublicBody(body, backend))
  for (const method of keysOf(methods)) {
    const handler = methods[method]
    if (handler) route[method](handler(backend))
  }
  route.all(rejectMethod(path, keysOf(methods), backend))
}

/**
 * Rejects a request for a path that does not exist.
 * @throws ServiceError `route_not_found`
 */
export const routeNotFound: RequestHandler = () => {
  throw new ServiceError('route_not_found', 'The path does not exist.')
}
