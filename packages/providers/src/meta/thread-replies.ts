import type { Comment } from '@carillon/domain'
import { ProviderError } from '../error-rules.ts'
import type { Fields } from '../json.ts'
import type { CommentPage } from '../ports/comments.ts'
import { requiredId } from '../required-fields.ts'
import { type GraphPage, inlinePage } from './graph.ts'

/** Maximum number of pages of replies read for one thread: 2,000 replies at 50 per page. */
const maxReplyPages = 40

/** Replies of a thread. `isCut` is true if the thread has, or may have, more of them than were read. */
interface Replies {
  replies: Fields[]
  isCut: boolean
}

/**
 * Reads the replies of a thread from the cursor `start` on; no replies if it is null. Stops after 40 pages, or at a
 * cursor that was read before. `isCut` is then true, since further replies may exist.
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

/** How the replies of threads are read. */
interface ThreadReader {
  /** The field of a top-level comment that contains the first page of its replies. */
  field: string
  /** Reads a further page of the replies to the comment with the id `parentId`. */
  readPage(parentId: string, cursor: string): Promise<GraphPage>
  /** Converts a comment of the network; `parentId` is null for a top-level comment. */
  toComment(item: Fields, parentId: string | null): Comment
}

/**
 * Reads the replies of `threads`, top-level comments with their first replies, one thread after the other. Returns each
 * comment followed by its replies, and in `cutThreads` the ids of the comments whose replies are incomplete: because
 * they have more pages than `restOfReplies` reads, or because Graph no longer knows the comment.
 */
export async function readThreads(
  threads: readonly Fields[],
  { field, readPage, toComment }: ThreadReader,
): Promise<Pick<CommentPage, 'comments' | 'cutThreads'>> {
  const comments: Comment[] = []
  const cutThreads: string[] = []
  for (const thread of threads) {
    const id = requiredId(thread)
    const inline = inlinePage(thread[field])
    const { replies, isCut } = await unlessGone(restOfReplies(inline.after, (cursor) => readPage(id, cursor)))
    comments.push(toComment(thread, null), ...[...inline.items, ...replies].map((reply) => toComment(reply, id)))
    if (isCut) cutThreads.push(id)
  }
  return { comments, cutThreads }
}

/**
 * Returns the result of `reading`, or no replies of a thread with more of them if Graph does not know its comment any
 * more, such as one that was deleted after it was listed: the other threads of the page are read all the same. Any
 * other error is thrown.
 */
async function unlessGone(reading: Promise<Replies>): Promise<Replies> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ProviderError && error.code === 'comment_not_found') return { replies: [], isCut: true }
    throw error
  }
}
