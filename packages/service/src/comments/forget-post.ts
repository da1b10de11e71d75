import { deleteCommentPost, lockCommentPost, transaction } from '@carillon/database'
import { raiseDeleted } from './comment-events.ts'
import type { PassRun } from './pass.ts'

/**
 * Deletes the copy of a post's comments (Carillon's stored comments of the post) because the network no longer has the
 * post, and stores an event `comment.deleted` for each comment that was listed. Does nothing if another process has taken
 * over the post, or its copy was deleted.
 */
export function forgetPost({ context, by, post: { id, accountId } }: PassRun): Promise<void> {
  return transaction(context.db, async (tx) => {
    const post = await lockCommentPost(tx, id)
    if (post?.leaseBy !== by) return
    const rows = await deleteCommentPost(tx, post)
    await raiseDeleted(tx, { accountId, rows, now: context.now() })
  })
}
