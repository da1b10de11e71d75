import type { Fields } from '../../json.ts'
import { graphPage } from '../../meta/graph.ts'
import { readShrinking } from '../../meta/smaller-pages.ts'
import type { FacebookCall } from '../credentials.ts'
import { type AdsRequest, callAds } from './client.ts'

export type AdsListRequest = Omit<AdsRequest, 'method'> & {
  /** Sizes of a page, the first one first; smaller ones follow where Graph finds a page too much data. */
  sizes: readonly [number, ...number[]]
}

export interface AdsList {
  items: Fields[]
  /** False when the reading was stopped before the list ended. */
  complete: boolean
}

/**
 * Reads a list to its end, a page at a time, and hands each page over as it comes, so that a long list is never held as it
 * was sent. `stop` ends the reading between and during pages. The result is whether the list was read to its end.
 */
export async function readAdsPages(
  call: FacebookCall,
  { sizes, ...request }: AdsListRequest,
  { onPage, stop }: { onPage(items: readonly Fields[]): void; stop?: AbortSignal | undefined },
): Promise<boolean> {
  const signal = stop ? AbortSignal.any([call.signal, stop]) : call.signal
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
      if (page.after === null || page.after === after) return true
      after = page.after
      if (stop?.aborted) return false
    }
  } catch (error) {
    if (stop?.aborted && !call.signal.aborted) return false
    throw error
  }
}

/** All items of a list; what was read until `stop` ended the reading is kept. */
export async function readAdsList(call: FacebookCall, request: AdsListRequest, stop?: AbortSignal): Promise<AdsList> {
  const items: Fields[] = []
  const complete = await readAdsPages(call, request, { onPage: (page) => void items.push(...page), stop })
  return { items, complete }
}
