import type { Comment } from '@carillon/client'

/** One line of the list: a top-level comment, or one of its replies. */
export interface Line {
  comment: Comment
  isReply: boolean
  /** The id of the top-level comment: the comment's own unless it is a reply. */
  threadId: string
}

/**
 * Sorts comments into threads: top-level comments newest first, each followed by its replies, oldest first. A reply
 * whose top-level comment is not in the list is sorted like one.
 */
export function linesOf(comments: readonly Comment[]): Line[] {
  const threads = comments.filter(({ parentId }) => parentId === null)
  const known = new Set(threads.map(({ id }) => id))
  const replies = Map.groupBy(
    comments.filter(({ parentId }) => parentId !== null && known.has(parentId)),
    ({ parentId }) => parentId,
  )
  const loose = comments.filter(({ parentId }) => parentId !== null && !known.has(parentId))
  const byTime = (a: Comment, b: Comment) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0)
  return [...threads, ...loose]
    .sort((a, b) => byTime(b, a))
    .flatMap((comment) => {
      const threadId = comment.parentId ?? comment.id
      const own = [...(replies.get(comment.id) ?? [])].sort(byTime)
      return [
        { comment, isReply: comment.parentId !== null, threadId },
        ...own.map((reply) => ({ comment: reply, isReply: true, threadId })),
      ]
    })
}

/**
 * Whether somebody else wrote the comment after the last visit (ISO 8601). Without a visit before, no comment is
 * unread.
 */
export function isUnread({ createdAt, isCreator }: Comment, lastVisit: string | null): boolean {
  return !isCreator && lastVisit !== null && createdAt > lastVisit
}
