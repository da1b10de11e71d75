import type { GraphCall } from './call.ts'
import { GraphError } from './graph-error.ts'

/**
 * Rejects a request for a page of a list if its `limit` (default: 25) is above the setting `maxPage`, as Graph does if
 * the posts, comments or conversations contain too much data. If `maxPage` is null, any limit is accepted.
 * @throws GraphError with code 1 and HTTP status 500
 */
export function rejectHeavy({ parameters, state }: GraphCall): void {
  const { maxPage } = state.portal
  if (maxPage === null || (parameters.whole('limit') ?? 25) <= maxPage) return
  const message = "Please reduce the amount of data you're asking for, then retry your request"
  throw new GraphError(message, { code: 1, status: 500 })
}
