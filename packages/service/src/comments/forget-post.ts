import { deleteCommentPost, lockCommentPost, transaction } from '@carillon/database'
import { raiseDeleted } from './comment-events.ts'
import type { PassRun } from './pass.ts'

/**
 * Deletes the copy of a post's comments (Carillon's stored comments of the post) because the network no longer has the
 * post, and stores an event `comment.deleted` for each comment that was listed. Those marked as deleted, of which there
 * can be any number, are deleted before, in transactions of 10,000. Does nothing if another process has taken over the
 * post, or its copy was deleted.
 */
export async function forgetPost(run: PassRun): Promise<void> {
  while (!(await forgetSome(run)));
}

/** Deletes the copy or, if it has too many comments for one transaction, some of them. Returns whether none is left. */
function forgetSome({ context, by, post: { id, accountId } }: PassRun): Promise<boolean> {
  return transaction(context.db, async (tx) => {
    const post = await lockCommentPost(tx, id)
    if (post?.leaseBy !== by) return true
    const rows = await deleteCommentPost(tx, post)
    if (rows !== undefined) await raiseDeleted(tx, { accountId, rows, now: context.now() })
    return rows !== undefined
  })
}
