import { limits } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Context } from './context.ts'
import type { Grant } from './request.ts'

/** The number of rows that are read first, before the length of their texts is known; each can have a megabyte. */
const firstRows = 10
/** The maximum number of rows that are read at once after that. */
const maxRows = 50

/** The number of characters for which a number or another value without a text counts. */
const plainCharacters = 8

/**
 * Returns the approximate length of a value as JSON, in characters (UTF-16 code units): the lengths of all texts and
 * field names in it, and 8 for each other value. The JSON itself, which can have megabytes, is not built.
 */
export function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return plainCharacters
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + charactersIn(one), 0)
  return Object.entries(value).reduce((sum, [name, one]) => sum + name.length + charactersIn(one), 0)
}

interface PageOptions<Row> {
  /** The maximum number of rows of the page. */
  max: number
  /**
   * Reads up to `max` rows in the order of the list: those after `last`, or the first of the page if it is undefined.
   */
  read(last: Row | undefined, max: number): Promise<Row[]>
  /** Returns for how many characters a row counts in the limit of the page: those of its long texts. */
  charactersOf(row: Row): number
}

/** The access of the client that reads a list, and the signal of its request. */
export interface ListReader {
  grant: Grant
  signal: AbortSignal
}

/**
 * Runs `read`, which reads a part of a list that can be large. Only a few such reads of an organization run at the same
 * time in this process, so that they do not take up its memory and its database connections; others wait for their
 * turn.
 * @throws ServiceError `temporarily_unavailable` if the turn does not come in time; the reason of `signal` if the
 *   client leaves before; the error of `read`
 */
export async function inListTurn<T>(
  { state }: Context,
  { grant, signal }: ListReader,
  read: () => Promise<T>,
): Promise<T> {
  let hasBegun = false
  try {
    return await state.lists.take(grant.scope.organizationId, () => {
      signal.throwIfAborted()
      hasBegun = true
      return read()
    })
  } catch (thrown) {
    const hasLeft = signal.aborted && !isTimeout(signal.reason)
    throw hasBegun || hasLeft ? thrown : tooManyReads()
  }
}

const isTimeout = (reason: unknown): boolean => reason instanceof DOMException && reason.name === 'TimeoutError'

function tooManyReads(): ServiceError {
  const message = 'Too many large lists of this organization are being read at the moment. Send the request again.'
  return new ServiceError('temporarily_unavailable', message, { retryAfter: 1 })
}

/**
 * Reads a page of rows that can have very long texts, and returns whether more rows follow. The page has at most
 * `limits.pageCharacters` characters, or a single longer row. The read waits for its turn, as `inListTurn` says.
 * @throws the errors of `inListTurn`
 */
export function boundedPage<Row>(
  context: Context,
  reader: ListReader,
  options: PageOptions<Row>,
): Promise<{ page: Row[]; hasMore: boolean }> {
  return inListTurn(context, reader, () => readPage(options))
}

/** Returns how many rows are read next: as many as fit into the page if they are as long as those in it. */
function nextRows(rows: number, characters: number): number {
  if (rows === 0) return firstRows
  const fitting = Math.floor((limits.pageCharacters - characters) / (characters / rows))
  return Math.max(1, Math.min(maxRows, fitting))
}

async function readPage<Row>({
  max,
  read,
  charactersOf,
}: PageOptions<Row>): Promise<{ page: Row[]; hasMore: boolean }> {
  const page: Row[] = []
  let characters = 0
  for (;;) {
    const wanted = Math.min(nextRows(page.length, characters), max - page.length)
    const rows = await read(page.at(-1), wanted + 1)
    for (const row of rows.slice(0, wanted)) {
      characters += charactersOf(row)
      if (page.length > 0 && characters > limits.pageCharacters) return { page, hasMore: true }
      page.push(row)
    }
    const hasMore = rows.length > wanted
    if (!hasMore || page.length === max) return { page, hasMore }
  }
}
