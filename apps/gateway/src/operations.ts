import { apiPrefix, type OperationId, operationIds, operationRow } from '@carillon/contract'
import type { Backend } from './backend.ts'
import { bind, type OperationHandler } from './bind.ts'
import { type Found, type Route, routeTable } from './route-table.ts'

function routeOf(path: string, ids: readonly OperationId[], backend: Backend): Route<OperationHandler> {
  const handlers = ids.map((id) => [operationRow(id).method.toUpperCase(), bind(id, backend)] as const)
  return { path: `${apiPrefix}${path}`, methods: new Map(handlers) }
}

/** Makes a look-up of operations by path and method. Each path of the contract is stored once with all its methods. */
export function operationTable(backend: Backend): (path: string) => Found<OperationHandler> | null {
  const ids = Map.groupBy(operationIds, (id) => operationRow(id).path)
  return routeTable([...ids].map(([path, those]) => routeOf(path, those, backend)))
}
