import { reject } from '../errors/google-error.ts'
import type { Query } from './query.ts'

const defaultSize = 5

export interface Slice<T> {
  items: T[]
  frame: { nextPageToken?: string; prevPageToken?: string; pageInfo: { totalResults: number; resultsPerPage: number } }
}

/**
 * Returns the page of a list that `maxResults` (default 5) and `pageToken` select. `list` is any string that identifies
 * the list; it is part of page tokens, so that a token from another list is rejected.
 * @throws GoogleError `invalidPageToken`
 */
export function slice<T>(all: readonly T[], { query, list }: { query: Query; list: string }): Slice<T> {
  const size = query.count('maxResults') ?? defaultSize
  const token = query.text('pageToken')
  const start = token === undefined || token === '' ? 0 : readToken(token, list)
  const next = start + size
  return {
    items: all.slice(start, next),
    frame: {
      ...(size > 0 && next < all.length ? { nextPageToken: writeToken(next, list) } : {}),
      ...(size > 0 && start > 0 ? { prevPageToken: writeToken(Math.max(0, start - size), list) } : {}),
      pageInfo: { totalResults: all.length, resultsPerPage: size },
    },
  }
}

function writeToken(start: number, list: string): string {
  return Buffer.from(JSON.stringify([start, list])).toString('base64url')
}

function readToken(token: string, list: string): number {
  try {
    const [start, of]: unknown[] = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'))
    if (of === list && typeof start === 'number') return start
  } catch {
    // Falls through to the rejection below.
  }
  throw reject('invalidPageToken')
}
