import type { IncomingMessage, ServerResponse } from 'node:http'
import { keysOf, ServiceError } from '@carillon/errors'
import type { Request, RequestHandler, Router } from 'express'
import { onlyHeader } from './only-header.ts'
import { stateOf } from './request-state.ts'
import { addHeader } from './response-headers.ts'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

export interface RouteOptions {
  /** Express's notation. */
  path: string
  methods: Partial<Record<Method, RequestHandler | RequestHandler[]>>
  /** Run before any of the methods. */
  before?: RequestHandler
}

/** Rejects a method that the path does not support, with 405 and an Allow header. */
export function rejectMethod(
  req: IncomingMessage,
  res: ServerResponse,
  { methods }: { methods: Iterable<string> },
): never {
  const names = [...methods].map((method) => method.toUpperCase())
  const allow = (names.includes('GET') ? [...names, 'HEAD'] : names).join(', ')
  addHeader(req, res, ['Allow', allow])
  throw new ServiceError('method_not_allowed', `${req.method} is not available here; there is ${allow}.`)
}

/** Adds a path with its methods. Other methods are rejected with 405. */
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
  route.all((req, res) => rejectMethod(req, res, { methods: Object.keys(methods) }))
}

/**
 * Rejects requests without exactly one Host header, as HTTP/1.1 requires.
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2 (read 2026-11-22)
 */
export function requireHost(req: IncomingMessage): void {
  if (req.headers.host === undefined) {
    if (req.httpVersion !== '1.1') return
    throw new ServiceError('invalid_request', 'The request has no Host header.')
  }
  if (onlyHeader(req, 'host') === undefined) {
    throw new ServiceError('invalid_request', 'The request has more than one Host header.')
  }
}

/**
 * Ends a request for a path that does not exist.
 * @throws ServiceError `route_not_found`
 */
export const routeNotFound: RequestHandler = () => {
  throw new ServiceError('route_not_found', 'The path does not exist.')
}
