import type { PostSummary } from '@carillon/domain'
import { ProviderError } from '../error-rules.ts'
import type { Fields } from '../json.ts'
import { codesOf } from './codes.ts'
import { unknownObject } from './errors.ts'
import type { GraphPage, GraphParameters } from './graph.ts'
import { readPages } from './read-pages.ts'

/** The maximum number of pages of a list of posts that are read to find out whether a post is in it. */
const maxPages = 2

/**
 * The time in seconds before and after a post that is searched: Meta does not document how exactly lists are limited.
 */
const aroundSeconds = 24 * 60 * 60

/**
 * Returns whether Graph rejected a call because it does not know the object, or because the token cannot access it:
 * both have the same codes.
 */
export function isUnknownObject(error: unknown): boolean {
  const { code, subcode } = codesOf(error)
  return code === unknownObject.code && subcode === unknownObject.subcode
}

/**
 * Reads all posts in a list that were published in the day before or after `publishedAt` (ISO 8601), or all posts if
 * that is null.
 * @param read reads the page after a cursor (undefined for the first page) with the parameters that limit the list
 * @throws ProviderError `provider_error` with the outcome `indeterminate` if the list has more than two pages, or
 *   `read` throws any `provider_error`; other errors of `read` are thrown unchanged
 */
export async function readPostsAround(
  publishedAt: string | null,
  read: (query: GraphParameters) => Promise<GraphPage>,
): Promise<Fields[]> {
  const seconds = Math.floor(Date.parse(publishedAt ?? '') / 1000)
  const around = Number.isNaN(seconds) ? {} : { since: seconds - aroundSeconds, until: seconds + aroundSeconds }
  try {
    return await readPages((after) => read({ ...around, after }), { maxPages })
  } catch (error) {
    throw error instanceof ProviderError && error.code === 'provider_error' ? notShown(error) : error
  }
}

/**
 * Builds the error for a post that Graph reported as unknown, but which may exist: `provider_error` with the outcome
 * `indeterminate`.
 */
export function notShown(cause: unknown): ProviderError {
  const message = 'The platform does not show the post at the moment; it may exist.'
  return new ProviderError('provider_error', message, 'indeterminate', { cause })
}

/**
 * Checks that Graph shows the posts that it lists, by reading the newest one, the first of `posts`, with `read`. Does
 * nothing without posts. If Graph reports even the newest post as unknown, another post that it reports as unknown may
 * exist.
 * @throws ProviderError `provider_error` with the outcome `indeterminate` if Graph reports the newest post as unknown;
 *   any other error of `read` unchanged
 */
export async function requireShown(
  [newest]: readonly PostSummary[],
  read: (query: { postId: string; cursor: null; fields: string }) => Promise<unknown>,
): Promise<void> {
  try {
    if (newest) await read({ postId: newest.id, cursor: null, fields: 'id' })
  } catch (error) {
    throw isUnknownObject(error) ? notShown(error) : error
  }
}
