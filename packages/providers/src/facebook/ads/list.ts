import type { Fields } from '../../json.ts'
import { graphPage } from '../../meta/graph.ts'
import { readShrinking } from '../../meta/smaller-pages.ts'
import { newCursorsOnly } from '../../new-cursors.ts'
import type { FacebookCall } from '../credentials.ts'
import { type AdsRequest, callAds } from './client.ts'

type AdsListRequest = Omit<AdsRequest, 'method'> & {
  /** Page sizes in the order in which they are tried: Graph may reject a page as too much data. */
  sizes: readonly [number, ...number[]]
}

interface AdsList {
  items: Fields[]
  /** False if `stop` ended the reading before the end of the list. */
  complete: boolean
}

/**
 * Reads all pages of a list and passes each page to `onPage` as it arrives, so that a long list is not kept in memory
 * in Meta's form. `sizes` are the page sizes to try, largest first, as Meta may reject a page as too much data.
 * Aborting `stop` ends the reading, even during a request. Returns whether the list was read to its end.
 * @throws ProviderError if a page cannot be read, or leads back to one that was read (`provider_error` with the outcome
 *   `indeterminate`); the pages before it were already passed to `onPage`
 */
export async function readAdsPages(
  call: FacebookCall,
  { sizes, ...request }: AdsListRequest,
  { onPage, stop }: { onPage(items: readonly Fields[]): void; stop?: AbortSignal | undefined },
): Promise<boolean> {
  const signal = stop ? AbortSignal.any([call.signal, stop]) : call.signal
  const next = newCursorsOnly()
  let left = sizes
  let after: string | undefined
  try {
    for (;;) {
      const body = await readShrinking(left, (limit) => {
        left = [limit, ...sizes.filter((size) => size < limit)]
        return callAds(call, { ...request, signal, method: 'GET', query: { ...request.query, limit, after } })
      })
      const page = graphPage(body)
      onPage(page.items)
      if (page.after === null) return true
      after = next(page.after)
      if (stop?.aborted) return false
    }
  } catch (error) {
    if (stop?.aborted && !call.signal.aborted) return false
    throw error
  }
}

/**
 * Reads all items of a list. If `stop` is aborted, the items read so far are returned, and `complete` is false.
 * @throws ProviderError if a page cannot be read, or leads back to one that was read; no items are returned then
 */
export async function readAdsList(call: FacebookCall, request: AdsListRequest, stop?: AbortSignal): Promise<AdsList> {
  const items: Fields[] = []
  const complete = await readAdsPages(call, request, { onPage: (page) => void items.push(...page), stop })
  return { items, complete }
}
