import { timeIn } from '@carillon/domain'
import { fieldError } from '@carillon/errors'
import type { UseCase } from '../request.ts'
import { adsConnection, callAds } from './call-ads.ts'

/** The account and the filters of a list of leads. A cursor contains them and is invalid for any other list. */
type Place = readonly [accountId: string, formId: string | null, since: string | null]

/**
 * Lists all lead forms of the account's Page and one page of leads, those of `formId` or of all forms, newest first,
 * read from the network. A cursor is valid only for the account, form and `since` for which it was issued.
 * @throws ServiceError `invalid_request` for any other cursor, `ad_object_not_found` for an unknown form,
 *   `page_not_selected` for an account without a Page
 */
export const listLeads: UseCase<'ads.leads.list'> = async (context, request) => {
  const connection = await adsConnection(context, request, 'leads')
  const { formId = null, since = null, cursor } = request.input.query
  const place: Place = [connection.account.id, formId, since]
  const query = {
    formId,
    since: since && timeIn(since).toISOString(),
    cursor: cursor === undefined ? null : decodeCursor(place, cursor),
  }
  const { nextCursor, ...page } = await callAds(context, request, connection, (port, call) =>
    port.listLeads(call, query),
  )
  const next = nextCursor === null ? null : encodeCursor(place, nextCursor)
  return { status: 200, body: { ...page, nextCursor: next, fetchedAt: context.now().toISOString() } }
}

function encodeCursor(place: Place, cursor: string): string {
  return Buffer.from(JSON.stringify([...place, cursor])).toString('base64url')
}

/**
 * Returns the network's cursor that a cursor of the API contains.
 * @throws ServiceError `invalid_request` if the string is not a cursor of this list
 */
function decodeCursor(place: Place, text: string): string {
  const value = parsed(text)
  const cursor: unknown = Array.isArray(value) ? value[place.length] : undefined
  if (typeof cursor === 'string' && encodeCursor(place, cursor) === text) return cursor
  throw fieldError({ path: ['cursor'], message: 'a nextCursor of this list is expected', whole: 'query' })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}
