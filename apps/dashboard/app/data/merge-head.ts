/**
 * Merges a list with its first page, `head`, that was read again: the new page, then what followed its last item in
 * `list`. Items that `head` no longer has are gone; each item is listed once. If its last item is not in `list`, all of
 * `list` follows; an empty `head` gives an empty list.
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
