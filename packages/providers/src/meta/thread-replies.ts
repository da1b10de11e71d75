import { ProviderError } from '../error-rules.ts'
import type { Fields } from '../json.ts'
import type { GraphPage } from './graph.ts'

/** Maximum number of pages of replies read for one thread: 2,000 replies at 50 per page. */
const maxReplyPages = 40

/** Replies of a thread. `isCut` is true if the thread has more of them than were read. */
export interface Replies {
  replies: Fields[]
  isCut: boolean
}

/**
 * Reads the replies of a thread from the cursor `start` on; no replies if it is null. Ends after 40 pages, or at a
 * cursor that leads back to a page that was read; more replies may then follow.
 * @param read reads the page at a cursor
 * @throws the errors of `read`
 */
export async function restOfReplies(
  start: string | null,
  read: (cursor: string) => Promise<GraphPage>,
): Promise<Replies> {
  const replies: Fields[] = []
  const seen = new Set<string>()
  let cursor = start
  while (cursor !== null && !seen.has(cursor) && seen.size < maxReplyPages) {
    seen.add(cursor)
    const page = await read(cursor)
    replies.push(...page.items)
    cursor = page.after
  }
  return { replies, isCut: cursor !== null }
}

/**
 * Returns the result of `reading`, or no replies of a thread with more of them if Graph does not know its comment any
 * more, such as one that was deleted after it was listed: the other threads of the page are read all the same. Any
 * other error is thrown.
 */
export async function unlessGone(reading: Promise<Replies>): Promise<Replies> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ProviderError && error.code === 'comment_not_found') return { replies: [], isCut: true }
    throw error
  }
}
