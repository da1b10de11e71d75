import { capabilities } from '@carillon/domain'
import { ProviderError } from '../../error-rules.ts'
import { countOf, type Fields, idOf } from '../../json.ts'
import { lacking } from '../../required-fields.ts'
import { itemsIn } from '../videos.ts'

const { pageSize } = capabilities['comments.list'].cells.tiktok

/** The number of comments at the end of a page that are read again with the next one. */
const overlap = 3

/** A part of a list of comments, and the cursor of the next part; null at the end of the list. */
interface Slice {
  items: Fields[]
  next: string | null
}

/**
 * The parameter with which TikTok begins at a later comment than the first: `cursor` is the number of those to skip.
 */
type From = { cursor?: string }

/** The place of a page: the number of comments before it, and the ids of the last ones of the page before. */
interface Place {
  offset: number
  before: readonly string[]
}

function placeOf(cursor: string | null): Place {
  const [, offset, ids] = /^(\d{1,15})(?::(\d+(?:,\d+)*))?$/.exec(cursor ?? '0') ?? []
  if (offset === undefined) throw new ProviderError('invalid_request', undefined, 'rejected')
  return { offset: Number(offset), before: ids?.split(',') ?? [] }
}

function idsOf(items: readonly Fields[]): string[] {
  return items.flatMap((item) => idOf(item['comment_id']) ?? [])
}

/**
 * Returns the cursor of the next page from `data` of the last response for this page; null on the last page, and if
 * TikTok's cursor is missing or does not advance.
 */
function nextOf(data: Fields, { offset, before }: Place): string | null {
  const next = countOf(data['cursor'])
  if (data['has_more'] !== true || next === null || next <= offset) return null
  const ids = new Set([...before, ...idsOf(itemsIn(data, 'comments'))].filter((id) => /^\d+$/.test(id)))
  return ids.size === 0 ? String(next) : `${next}:${[...ids].slice(-overlap).join()}`
}

/**
 * Reads a page of a list of comments. TikTok pages by offset: if comments are deleted after their page was read, later
 * comments move up, and the first ones of the next page would never be read. The last comments of the page before are
 * therefore read again and left out of the result; if none of them is found, all of that page is read again and
 * returned with this one.
 * @param cursor `next` of the page before, or only an offset (decimal digits); null for the first page
 * @param read calls TikTok and returns the field `data` of the response
 * @throws ProviderError `invalid_request` for an invalid cursor; `provider_error` with the outcome `indeterminate` if a
 *   response contains no list, or announces more comments without a cursor that advances
 */
export async function readSlice(cursor: string | null, read: (from: From) => Promise<Fields>): Promise<Slice> {
  const place = placeOf(cursor)
  const { offset, before } = place
  const readAt = (at: number) => read(at > 0 ? { cursor: String(at) } : {})
  const again: Fields[] = []
  if (before.length > 0) {
    const data = await readAt(Math.max(0, offset - overlap))
    const items = itemsIn(data, 'comments')
    const next = nextOf(data, place)
    const later = items.filter((item) => !before.includes(idOf(item['comment_id']) ?? ''))
    if (later.length < items.length && (next !== null || data['has_more'] !== true)) return { items: later, next }
    again.push(...itemsIn(await readAt(Math.max(0, offset - pageSize)), 'comments'), ...items)
  }
  const data = await readAt(offset)
  const next = nextOf(data, place)
  if (next === null && data['has_more'] === true) throw lacking('a cursor that advances')
  return { items: [...again, ...itemsIn(data, 'comments')], next }
}
