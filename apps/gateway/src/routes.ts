import { keysOf, ServiceError } from '@carillon/errors'
import type { Request, RequestHandler, Router } from 'express'
import { stateOf } from './request-state.ts'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

export interface RouteOptions {
  /** Express's notation. */
  path: string
  methods: Partial<Record<Method, RequestHandler | RequestHandler[]>>
  /** Run before any of the methods. */
  before?: RequestHandler
}

function notAllowed(methods: readonly string[]): RequestHandler {
  const names = methods.map((method) => method.toUpperCase())
  const allow = (names.includes('GET') ? [...names, 'HEAD'] : names).join(', ')
  return (req, res) => {
    res.setHeader('Allow', allow)
    throw new ServiceError('method_not_allowed', `${req.method} is not available here; there is ${allow}.`)
  }
}

/** Mounts a path with its methods; any other method there is 405. */
export function addRoute(router: Router, { path, methods, before }: RouteOptions): void {
  const route = router.route(path)
  route.all((req: Request, _res, next) => {
    stateOf(req).route = `${req.baseUrl}${path}`
    next()
  })
  if (before) route.all(before)
  for (const method of keysOf(methods)) {
    const handlers = [methods[method] ?? []].flat()
    route[method](...handlers)
  }
  route.all(notAllowed(Object.keys(methods)))
}

/** HTTP/1.1 wants one host for each request. @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2 (read 2026-11-22) */
export const requireHost: RequestHandler = (req, _res, next) => {
  if (req.headers.host === undefined && req.httpVersion === '1.1') {
    throw new ServiceError('invalid_request', 'The request has no Host header.')
  }
  if ((req.headersDistinct['host']?.length ?? 0) > 1) {
    throw new ServiceError('invalid_request', 'The request has more than one Host header.')
  }
  next()
}

export const routeNotFound: RequestHandler = () => {
  throw new ServiceError('route_not_found', 'There is no such path.')
}
