import { type GraphCall, selectionsOf } from './call.ts'
import { type Shape, show } from './fields.ts'
import { allowOnly } from './parameters.ts'

/** Returns a handler of `GET` on an object, which responds with the requested fields or the default ones. */
export function showNode<T>(shape: Shape<T, GraphCall>) {
  return (subject: T, call: GraphCall): Record<string, unknown> => {
    allowOnly(call.parameters, ['fields'])
    return show(shape, subject, selectionsOf(call), call)
  }
}
