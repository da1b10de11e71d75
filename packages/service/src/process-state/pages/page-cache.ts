import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '../single-flight.ts'

/** A response body rendered as JSON, in consecutive chunks, with the version of its content. */
export interface RenderedPage {
  etag: string
  json: readonly Buffer[]
  bytes: number
}

export interface PageCache<Page extends RenderedPage = RenderedPage> {
  /**
   * Returns the cached page with this key if it has the version `etag`. Otherwise `render` is called, once for all
   * simultaneous callers, and its page is cached; it may have a newer version. `previous` is the outdated page,
   * undefined if none is cached.
   */
  get(key: string, etag: string, render: (previous: Page | undefined) => Promise<Page>): Promise<Page>
}

/**
 * Creates a cache of the pages that were read most recently, up to a total size in bytes. Larger pages are not cached.
 */
export function createPageCache<Page extends RenderedPage>({ maxBytes }: { maxBytes: number }): PageCache<Page> {
  // A page without bytes has a size, too: the library requires one.
  const pages = new LRUCache<string, Page>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => Math.max(bytes, 1) })
  const making = createSingleFlight<Page>()

  return {
    async get(key, etag, render) {
      const known = pages.get(key)
      if (known?.etag === etag) return known
      return making.share(`${key} ${etag}`, async () => {
        const page = await render(known)
        pages.set(key, page)
        return page
      })
    },
  }
}
