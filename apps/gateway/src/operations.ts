import { type OperationId, operationIds, operationRow } from '@carillon/contract'
import { type ErrorRequestHandler, type RequestHandler, Router } from 'express'
import { authenticate } from './authenticate.ts'
import type { Backend } from './backend.ts'
import { bind } from './bind.ts'
import { isMalformedAddress } from './error-handler.ts'
import { stateOf } from './request-state.ts'
import { addRoute, type Method } from './routes.ts'

const expressPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1')

/** Fixed segments before parameters, so that a path with a name of its own is not taken for an id. */
function bySpecificity(a: string, b: string): number {
  return a.replaceAll('{', '~') < b.replaceAll('{', '~') ? -1 : 1
}

/** An address that cannot be decoded fails before its operation begins, but not before the key is looked at. */
function keyComesFirst(backend: Backend): ErrorRequestHandler {
  return async (thrown: unknown, req, res, _next) => {
    if (stateOf(req).grant === null && isMalformedAddress(thrown)) await authenticate(req, res, backend)
    throw thrown
  }
}

/** Every operation of the contract, each path once with all its methods. */
export function operationRouter(backend: Backend): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const ids = Map.groupBy(operationIds, (id) => operationRow(id).path)
  const handlers = (those: readonly OperationId[]): Partial<Record<Method, RequestHandler>> =>
    Object.fromEntries(those.map((id) => [operationRow(id).method, bind(id, backend)]))
  for (const path of [...ids.keys()].sort(bySpecificity)) {
    addRoute(router, { path: expressPath(path), methods: handlers(ids.get(path) ?? []) })
  }
  router.use(keyComesFirst(backend))
  return router
}
