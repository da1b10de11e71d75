/** A page of a list; `nextCursor` is null for the last one. */
export interface CursorPage<Item> {
  items: readonly Item[]
  nextCursor: string | null
}

/**
 * Merges the pages of a list with its first page, `head`, that was read again: the result begins with `head`, then come
 * the items that followed its last item. Items that `head` no longer has are gone; each item is listed once. If `head`
 * is the whole list, or has no item in common with the pages, so that items may be missing in between, the result is
 * `head` alone.
 */
export function mergeHead<Item>(
  head: CursorPage<Item>,
  pages: readonly CursorPage<Item>[],
  idOf: (item: Item) => string,
): CursorPage<Item>[] {
  const ids = head.items.map(idOf)
  const last = ids.at(-1)
  const known = new Set(pages.flatMap(({ items }) => items.map(idOf)))
  if (head.nextCursor === null || !ids.some((id) => known.has(id))) return [head]
  const own = new Set(ids)
  let isBehind = last === undefined || !known.has(last)
  const rest = pages.map(({ items, nextCursor }) => {
    const kept = items.filter((item) => {
      const isKept = isBehind && !own.has(idOf(item))
      isBehind ||= idOf(item) === last
      return isKept
    })
    return { items: kept, nextCursor }
  })
  return rest.map((page, index) => (index === 0 ? { ...page, items: [...head.items, ...page.items] } : page))
}
