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
 * Reads a list to its end, a page at a time. `stop` ends the reading between and during pages; what was read until then
 * is kept.
 */
export async function readAdsList(
  call: FacebookCall,
  { sizes, ...request }: AdsListRequest,
  stop?: AbortSignal,
): Promise<AdsList> {
  const items: Fields[] = []
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
      items.push(...page.items)
      if (page.after === null || page.after === after) return { items, complete: true }
      after = page.after
      if (stop?.aborted) return { items, complete: false }
    }
  } catch (error) {
    if (stop?.aborted && !call.signal.aborted) return { items, complete: false }
    throw error
  }
}
