import type { Query } from '../api/query.ts'
import { reject } from '../errors/google-error.ts'
import type { Comment } from '../state/comment.ts'

const defaultSize = 20

/** Returns the page token for the last comment of a page of a list. */
function writeToken(list: string, { id, createdAt }: Comment): string {
  return Buffer.from(JSON.stringify([list, id, createdAt])).toString('base64url')
}

/**
 * Returns the position at which the next page begins. If the comment of the token has been deleted, its time is used.
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
 * Returns the requested page of a list. A token is valid for its own list only; `totalResults` counts the page, as on
 * YouTube.
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
