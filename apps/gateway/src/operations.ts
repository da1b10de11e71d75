import { apiPrefix, type OperationId, operationIds, operationRow } from '@carillon/contract'
import { bind } from './bind.ts'
import { stateOf } from './request-state.ts'
import type { HandlerFactory, Route } from './route.ts'
import { uploadMethods } from './uploads/upload-routes.ts'

/** Converts a path of the contract to Express's notation. */
const expressPath = (path: string) => `${apiPrefix}${path.replace(/\{(\w+)\}/g, ':$1')}`

/** Builds the handler of an operation, which notes in the state of each request when it has been served. */
function handlerOf(id: OperationId): HandlerFactory {
  return (backend) => {
    const serve = bind(id, backend)
    return (req, res) => {
      const served = serve(req, res)
      stateOf(req).served = served
      return served
    }
  }
}

/** The routes of all operations of the contract: each path once, with all its methods. */
export const operationRoutes: readonly Route[] = [...Map.groupBy(operationIds, (id) => operationRow(id).path)]
  // Express takes the first path that matches. A brace sorts behind every letter: fixed names go before parameters.
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([path, ids]) => {
    const methods = ids.map((id): [method: string, HandlerFactory] => [operationRow(id).method, handlerOf(id)])
    return {
      path: expressPath(path),
      operations: Object.fromEntries(ids.map((id) => [operationRow(id).method, id])),
      ...Object.fromEntries(methods),
      ...(path === uploadMethods.path && uploadMethods.of),
    }
  })
