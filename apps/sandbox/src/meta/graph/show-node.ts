import { type GraphCall, selectionsOf } from './call.ts'
import { type Shape, show } from './fields.ts'
import { allowOnly } from './parameters.ts'

/** The handler of `GET` on a node: its requested fields or its default fields. `fields` is the only parameter. */
export function showNode<T>(shape: Shape<T, GraphCall>) {
  return (subject: T, call: GraphCall): Record<string, unknown> => {
    allowOnly(call.parameters, ['fields'])
    return show(shape, subject, selectionsOf(call), call)
  }
}
