import type { AppCall } from '../call-context.ts'
import type { Dialect } from '../call-network.ts'
import { ProviderError } from '../error-rules.ts'
import type { Fields } from '../json.ts'
import { newCursorsOnly } from '../new-cursors.ts'
import { callGraph, type GraphPage, type GraphParameters, type GraphRequest, graphPage } from './graph.ts'
import { readShrinking } from './smaller-pages.ts'

/** The maximum number of pages of a list that are read, if a caller does not set its own. */
const defaultMaxPages = 20

/**
 * Returns the items of a list, of which `read` reads the page after the cursor `after` (undefined for the first page).
 * Ends with the last page, or when there are `maxItems` items or more. A page may be empty and have a next one.
 * @param options.maxPages the maximum number of pages; 20 if omitted
 * @throws ProviderError `provider_error` with the outcome `indeterminate` if the list has more pages than `maxPages`,
 *   or a page leads back to one that was read: an incomplete list must not be taken for a whole one. The errors of
 *   `read` are thrown unchanged
 */
export async function readPages(
  read: (after: string | undefined) => Promise<GraphPage>,
  { maxPages = defaultMaxPages, maxItems }: { maxPages?: number | undefined; maxItems?: number } = {},
): Promise<Fields[]> {
  const items: Fields[] = []
  const next = newCursorsOnly()
  let after: string | undefined
  for (let pages = 0; pages < maxPages; pages++) {
    const page = await read(after)
    items.push(...page.items)
    if (page.after === null || (maxItems !== undefined && items.length >= maxItems)) return items
    after = next(page.after)
  }
  throw new ProviderError('provider_error', `The platform has more than ${maxPages} pages of a list.`, 'indeterminate')
}

interface AllPages extends Omit<GraphRequest, 'method'> {
  maxPages?: number
  /**
   * Page sizes in the order in which they are tried, since Graph may reject a page as too much data; Graph's default
   * size if omitted.
   */
  sizes?: readonly [number, ...number[]]
}

/**
 * Reads all items of a list page by page from the Graph API.
 * @throws ProviderError if a page cannot be read; `provider_error` with the outcome `indeterminate` if the list has
 *   more pages than `maxPages` (20 if omitted), or a page leads back to one that was read
 */
export async function readAllPages(
  call: AppCall,
  dialect: Dialect,
  { maxPages, sizes, ...request }: AllPages,
): Promise<Fields[]> {
  const readPage = (parameters: GraphParameters) =>
    callGraph(call, dialect, { ...request, method: 'GET', query: { ...request.query, ...parameters } })
  return readPages(
    async (after) =>
      graphPage(await (sizes ? readShrinking(sizes, (limit) => readPage({ limit, after })) : readPage({ after }))),
    { maxPages },
  )
}
