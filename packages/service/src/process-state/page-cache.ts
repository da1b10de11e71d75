/** A response body as JSON in consecutive parts, with the version of the comments that it contains. */
export interface RenderedPage {
  etag: string
  json: readonly Buffer[]
  bytes: number
}

export interface PageCache<Page extends RenderedPage = RenderedPage> {
  /** The page under a key if it is of the version wanted; else it is made, once for all who ask at the same time. */
  get(key: string, etag: string, render: (previous: Page | undefined) => Promise<Page>): Promise<Page>
}

/** Keeps the pages that were read most recently, up to a total number of bytes. */
export function createPageCache<Page extends RenderedPage>({ maxBytes }: { maxBytes: number }): PageCache<Page> {
  const pages = new Map<string, Page>()
  const making = new Map<string, Promise<Page>>()
  let bytes = 0

  function forget(key: string): void {
    bytes -= pages.get(key)?.bytes ?? 0
    pages.delete(key)
  }

  function keep(key: string, page: Page): void {
    forget(key)
    if (page.bytes > maxBytes) return
    pages.set(key, page)
    bytes += page.bytes
    for (const oldest of pages.keys()) {
      if (bytes <= maxBytes) break
      forget(oldest)
    }
  }

  return {
    async get(key, etag, render) {
      const known = pages.get(key)
      if (known?.etag === etag) {
        pages.delete(key)
        pages.set(key, known)
        return known
      }
      const name = `${key} ${etag}`
      const begun = making.get(name) ?? render(known)
      making.set(name, begun)
      try {
        const page = await begun
        if (making.get(name) === begun) keep(key, page)
        return page
      } finally {
        making.delete(name)
      }
    },
  }
}
