import { type GraphCall, selectionsOf } from './call.ts'
import { type Shape, show } from './fields.ts'
import { allowOnly } from './parameters.ts'

/**
 * Returns a handler of `GET` on an object, which responds with the fields of `shape` that the parameter `fields` lists;
 * without it, with `shape.defaults`. The handler throws a `GraphError` for an unknown field or another parameter.
 */
export function showNode<T>(shape: Shape<T, GraphCall>) {
  return (subject: T, call: GraphCall): Record<string, unknown> => {
    allowOnly(call.parameters, ['fields'])
    return show(shape, subject, selectionsOf(call), call)
  }
}
