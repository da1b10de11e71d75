/**
 * Returns a promise of a list's first page, and iterates over all items, each once. `read` requests a page, the first
 * one without `cursor`; `items` is the field with its items; `repeatsItems` is whether pages can repeat items.
 */
export function pagesOf(
  read: (query: object) => Promise<Readonly<Record<string, unknown>>>,
  { items, repeatsItems = false }: { items: string; repeatsItems?: boolean | undefined },
) {
  const first = read({})
  async function* pages() {
    for (let page = await first; ; ) {
      yield page
      const cursor = page['nextCursor']
      if (typeof cursor !== 'string') return
      page = await read({ cursor })
    }
  }
  async function* all() {
    const ids = new Set()
    for await (const { [items]: list } of pages())
      for (const item of Array.isArray(list) ? list : [])
        if (!repeatsItems || ids.size < ids.add(item.id).size) yield item
  }
  return Object.assign(first, { pages, [Symbol.asyncIterator]: all })
}
