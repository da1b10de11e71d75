/**
 * A list whose beginning was read again: the new beginning, then what followed its last item. What the beginning no
 * longer has is gone; an item is listed once.
 */
export function mergeHead<Item>(head: readonly Item[], list: readonly Item[], idOf: (item: Item) => string): Item[] {
  const last = head.at(-1)
  if (last === undefined) return []
  const lastId = idOf(last)
  const at = list.findIndex((item) => idOf(item) === lastId)
  const ids = new Set(head.map(idOf))
  const rest = at === -1 ? list : list.slice(at + 1)
  return [...head, ...rest.filter((item) => !ids.has(idOf(item)))]
}
