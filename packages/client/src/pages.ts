import type { AnyResult } from './read-response.ts'

type AnyPage = Readonly<Record<string, unknown>>

/** Returns a promise of the first page of a list, and iterates over all items. `items` is the field of a page with them. */
export function pagesOf(read: (query: object) => Promise<AnyResult<AnyPage>>, items: string) {
  const first = read({}).then(({ data }) => data)
  async function* pages() {
    for (let page = await first; ; ) {
      yield page
      const cursor = page['nextCursor']
      if (typeof cursor !== 'string') return
      page = (await read({ cursor })).data
    }
  }
  async function* all() {
    const ids = new Set()
    // The first page of comments has all that are stored; the next ones, read from the network, contain them again.
    for await (const { [items]: list, complete } of pages())
      for (const item of Array.isArray(list) ? list : [])
        if (complete === undefined || ids.size < ids.add(item.id).size) yield item
  }
  return Object.assign(first, { pages, [Symbol.asyncIterator]: all })
}
