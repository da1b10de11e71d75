import type { Query } from '../api/query.ts'
import { reject } from '../errors/google-error.ts'
import type { Comment } from '../state/comment.ts'

const defaultSize = 20

/** Builds the token of the page that follows a comment. `list` names the list for which the token is valid. */
function writeToken(list: string, { id, createdAt }: Comment): string {
  return Buffer.from(JSON.stringify([list, id, createdAt])).toString('base64url')
}

/**
 * Returns the index at which the page of a token begins. If the token's comment has been deleted, the page begins with
 * the next older comment.
 * @throws GoogleError `invalidPageToken` if the token is malformed or was issued for another list
 */
function startOf(token: string, list: string, all: readonly Comment[]): number {
  const [of, id, createdAt] = parse(token)
  if (of !== list) throw reject('invalidPageToken')
  const at = all.findIndex((comment) => comment.id === id)
  if (at !== -1) return at + 1
  const older = all.findIndex((comment) => comment.createdAt < Number(createdAt))
  return older === -1 ? all.length : older
}

function parse(token: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'))
    if (Array.isArray(parsed)) return parsed
  } catch {
    // Falls through to the rejection below.
  }
  throw reject('invalidPageToken')
}

/**
 * Returns the page of a list that `maxResults` (default 20) and `pageToken` select: `items`, its comments, and `frame`,
 * the response fields `nextPageToken` and `pageInfo`, in which `totalResults` is the number of items on the page, as on
 * YouTube. `list` is any string that identifies the list; it is part of page tokens, so that a token from another list
 * is rejected.
 * @throws GoogleError `invalidPageToken`
 */
export function pageOf(all: readonly Comment[], { query, list }: { query: Query; list: string }) {
  const size = query.count('maxResults') ?? defaultSize
  const token = query.text('pageToken') ?? ''
  const start = token === '' ? 0 : startOf(token, list, all)
  const items = all.slice(start, start + size)
  const last = items.at(-1)
  return {
    items,
    frame: {
      ...(last !== undefined && start + size < all.length ? { nextPageToken: writeToken(list, last) } : {}),
      pageInfo: { totalResults: items.length, resultsPerPage: size },
    },
  }
}
