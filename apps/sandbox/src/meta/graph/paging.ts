import { invalidParameter } from './graph-error.ts'
import { readGraphTime } from './graph-time.ts'
import type { Parameters } from './parameters.ts'

export interface PageOfItems<T> {
  items: T[]
  /** The members of `paging` in the response; undefined if `items` is empty. */
  paging: Record<string, unknown> | undefined
}

export const PAGING_PARAMETERS = ['limit', 'after', 'before', 'since', 'until']

function cursorOf(id: string): string {
  return Buffer.from(`c:${id}`).toString('base64url')
}

function positionOf(ids: string[], cursor: string): number {
  const at = ids.findIndex((id) => cursorOf(id) === cursor)
  if (at === -1) throw invalidParameter('Invalid cursors values.')
  return at
}

/**
 * Returns the limit of a list: the parameter `limit`, or `usual` if it was not sent.
 * @throws GraphError with code 100 if it is not a non-negative integer or above `max`
 */
export function limitOf(parameters: Pick<Parameters, 'whole'>, { usual, max }: { usual: number; max: number }): number {
  const limit = parameters.whole('limit') ?? usual
  if (limit > max) throw invalidParameter(`The parameter limit must not exceed ${max}`)
  return limit
}

/**
 * Returns the items that were created between the parameters `since` and `until`, both inclusive. A parameter that is
 * not sent sets no limit.
 * @throws GraphError with code 100 if a parameter is not a time
 */
export function within<T extends { createdAt: number }>(items: T[], parameters: Parameters): T[] {
  const [since, until] = ['since', 'until'].map((name) => {
    const text = parameters.text(name)
    const time = text === undefined ? undefined : readGraphTime(text)
    if (text !== undefined && time === undefined) throw invalidParameter(`Param ${name} must be a time`)
    return time
  })
  return items.filter(({ createdAt }) => createdAt >= (since ?? 0) && createdAt <= (until ?? Number.POSITIVE_INFINITY))
}

/**
 * Builds one page of a list with Graph's cursors. `all` is in the order of the response. `before` takes precedence over
 * `after`.
 * @param options `usual`: the default limit; `max`: the maximum limit; `link`: builds the URL of a neighbouring page
 * @throws GraphError with code 100 for an invalid cursor, or a limit that is invalid or above the maximum
 */
export function cutPage<T extends { id: string }>(
  all: T[],
  parameters: Pick<Parameters, 'text' | 'whole'>,
  options: { usual: number; max: number; link(cursor: Record<string, string>): string },
): PageOfItems<T> {
  const limit = limitOf(parameters, options)
  const ids = all.map(({ id }) => id)
  const [after, before] = [parameters.text('after'), parameters.text('before')]
  let start = after === undefined || after === '' ? 0 : positionOf(ids, after) + 1
  let end = start + limit
  if (before !== undefined) {
    end = positionOf(ids, before)
    start = Math.max(0, end - limit)
  }
  const items = all.slice(start, end)
  const [first, last] = [items[0], items.at(-1)]
  if (first === undefined || last === undefined) return { items, paging: undefined }
  const cursors = { before: cursorOf(first.id), after: cursorOf(last.id) }
  const more = end < all.length
  return {
    items,
    paging: {
      cursors,
      ...(more && { next: options.link({ after: cursors.after }) }),
      ...(start > 0 && { previous: options.link({ before: cursors.before }) }),
    },
  }
}
