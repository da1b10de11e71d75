import { type GraphCall, linkTo, selectionsOf } from '../../meta/graph/call.ts'
import { type FieldSelection, type Shape, show } from '../../meta/graph/fields.ts'
import { cutPage, limitOf } from '../../meta/graph/paging.ts'
import { readWhole } from '../../meta/graph/parameters.ts'
import { tooMuchData } from './rejections.ts'

/** The parameters of every list of ads objects. `summary` has no effect in the sandbox. */
export const LIST_PARAMETERS = ['fields', 'limit', 'after', 'before', 'summary']
const USUAL_LIMIT = 25
const MAX_LIMIT = 1_000

function cells(selections: FieldSelection[]): number {
  return selections.reduce((sum, { fields }) => sum + 1 + (fields === undefined ? 0 : cells(fields)), 0)
}

/**
 * Builds one page of a list of ads objects from `all`, which are in the order of the response. The default limit is 25.
 * @throws GraphError with code 1 if the page's objects times fields exceed the setting `maxCells`, with code 100 for an
 *   invalid cursor or field, or a limit above 1,000, with code 2500 if `fields` is malformed
 */
export function listPage<T extends { id: string }>(call: GraphCall, shape: Shape<T, GraphCall>, all: T[]): unknown {
  const selections = selectionsOf(call)
  const { items, paging } = cutPage(all, call.parameters, {
    usual: USUAL_LIMIT,
    max: MAX_LIMIT,
    link: (cursor) => linkTo(call, cursor),
  })
  if (items.length * cells(selections ?? []) > call.state.ads.settings.maxCells) throw tooMuchData()
  return { data: items.map((item) => show(shape, item, selections, call)), ...(paging && { paging }) }
}

/**
 * Builds a list inside an object, as requested by `adsets.limit(50){name}`: the first objects of `all`, without
 * cursors. The default limit is 25, the default field `id`. The limits of `listPage` apply to each nested list for
 * itself (unverified).
 * @throws GraphError with code 1 if the list's objects times fields exceed the setting `maxCells`, with code 100 for an
 *   unknown field, or a limit that is not a non-negative integer or above 1,000
 */
export function nestedList<T extends { id: string }>(
  shape: Shape<T, GraphCall>,
  all: T[],
  { selection, call }: { selection: FieldSelection; call: GraphCall },
): unknown {
  const asked = selection.modifiers['limit']
  const whole = (name: string) => (asked === undefined ? undefined : readWhole(name, asked))
  const items = all.slice(0, limitOf({ whole }, { usual: USUAL_LIMIT, max: MAX_LIMIT }))
  const fields = selection.fields ?? [{ name: 'id', modifiers: {}, fields: undefined }]
  if (items.length * cells(fields) > call.state.ads.settings.maxCells) throw tooMuchData()
  return { data: items.map((item) => show(shape, item, fields, call)) }
}
