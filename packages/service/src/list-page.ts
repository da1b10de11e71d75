import type { ListPage } from '@carillon/database'
import { fieldError } from '@carillon/errors'

interface PageQuery {
  limit?: number
  cursor?: string
}

interface Place {
  at: Date
  id: string
}

const form = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/**
 * Encodes the position of the last row of a page. The cursor is opaque, so that clients do not depend on its content.
 */
export const encodeCursor = ({ at, id }: Place) => Buffer.from(`${at.toISOString()} ${id}`).toString('base64url')

function decodeCursor(cursor: string): Place {
  const [, time = '', id = ''] = form.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? []
  if (id !== '' && !Number.isNaN(Date.parse(time))) return { at: new Date(time), id }
  throw fieldError({ path: ['cursor'], message: 'a nextCursor of this list is expected' })
}

/**
 * Converts the query of a list request to database options. The limit is one more than requested: the further row shows
 * whether a next page exists. Without a `limit`, the options have none.
 * @throws ServiceError `invalid_request` if the cursor does not have the form that `encodeCursor` gives it; of which
 *   list it is the `nextCursor` is not checked
 */
export function pageOf({ limit, cursor }: PageQuery): ListPage {
  return {
    ...(limit !== undefined && { limit: limit + 1 }),
    ...(cursor !== undefined && { after: decodeCursor(cursor) }),
  }
}

/**
 * Returns the rows of the requested page and `nextCursor`, which is null on the last page. Pass the rows that were read
 * with the options of `pageOf` (one more than requested). Without a `limit`, all rows are returned, with `nextCursor`
 * null if the query has a cursor, otherwise without `nextCursor`.
 * @param placeOf returns the time and id that the list is sorted by
 */
export function cutPage<Row>(
  rows: readonly Row[],
  { limit, cursor }: PageQuery,
  placeOf: (row: Row) => Place,
): { rows: Row[]; more: { nextCursor?: string | null } } {
  if (limit === undefined) return { rows: [...rows], more: cursor === undefined ? {} : { nextCursor: null } }
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, more: { nextCursor: last && rows.length > limit ? encodeCursor(placeOf(last)) : null } }
}
