import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '../single-flight.ts'

/** A response body as JSON in consecutive parts, with the version of the comments that it contains. */
export interface RenderedPage {
  etag: string
  json: readonly Buffer[]
  bytes: number
}

export interface PageCache<Page extends RenderedPage = RenderedPage> {
  /**
   * Returns the page with this key if it has the wanted version. Otherwise the page is rendered, once for all
   * simultaneous callers.
   */
  get(key: string, etag: string, render: (previous: Page | undefined) => Promise<Page>): Promise<Page>
}

/** Keeps the pages that were read most recently, up to a total number of bytes. */
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
