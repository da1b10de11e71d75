import { linkTo } from '../meta/graph/call.ts'
import { type FieldSelection, parseFields, type Shape, show } from '../meta/graph/fields.ts'
import { GraphError } from '../meta/graph/graph-error.ts'
import { cutPage } from '../meta/graph/paging.ts'
import type { GraphCall } from './call.ts'

type Scope = 'whatsapp_business_management' | 'whatsapp_business_messaging'

/**
 * Checks that the token of a call has a permission.
 * @throws GraphError with code 200 if not
 */
export function requireScope({ token }: GraphCall, scope: Scope): void {
  if (!token.scopes.includes(scope)) {
    throw new GraphError(`(#200) Requires ${scope} permission`, { code: 200, status: 403 })
  }
}

/**
 * Returns the fields that a call requests; undefined if it requests none.
 * @throws GraphError with code 2500 if `fields` is malformed
 */
export function selectionsOf({ parameters }: GraphCall): FieldSelection[] | undefined {
  const fields = parameters.text('fields')
  return fields === undefined || fields === '' ? undefined : parseFields(fields)
}

/**
 * Returns one page of a list in Graph's format, with the fields and the page that the call requests. The default limit
 * is 25, the maximum 1000.
 * @throws GraphError with code 100 for an invalid limit, cursor or field, with code 2500 if `fields` is malformed
 */
export function showList<T extends { id: string }>(call: GraphCall, shape: Shape<T, GraphCall>, all: T[]): unknown {
  const { items, paging } = cutPage(all, call.parameters, {
    usual: 25,
    max: 1000,
    link: (cursor) => linkTo(call, cursor),
  })
  const selections = selectionsOf(call)
  return { data: items.map((item) => show(shape, item, selections, call)), ...(paging && { paging }) }
}
