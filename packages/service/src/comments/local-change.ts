import {
  type CommentPostRow,
  type CommentRow,
  changeCommentPost,
  findComment,
  findCommentPost,
  listThread,
  lockCommentPost,
  storeComments,
  type Tx,
} from '@carillon/database'
import type { Comment } from '@carillon/domain'
import { commentOf, contentOf, mergeComment } from './merge-comment.ts'

/**
 * Changes rows of a copy under the lock of its post. The copy gets a new version: whatever a network was asked before it
 * does not undo the change.
 */
async function changeRows(
  tx: Tx,
  copyId: string,
  work: (post: CommentPostRow, version: number) => Promise<CommentRow[]>,
): Promise<void> {
  const post = await lockCommentPost(tx, copyId)
  if (!post) return
  const rows = await work(post, post.version + 1)
  if (rows.length === 0) return
  await storeComments(tx, rows)
  await changeCommentPost(tx, copyId, {}, { visible: true })
}

/**
 * Stores a comment that was written through the API, as far as its fields are known. It is also stored before the first
 * read of its post, because its thread may not be on the newest page.
 */
export async function addOwnComment(
  tx: Tx,
  { accountId, comment }: { accountId: string; comment: Omit<Comment, 'mediaId'> & { mediaId?: string } },
): Promise<void> {
  const parent = comment.parentId === null ? undefined : await findComment(tx, accountId, comment.parentId)
  const copyId = parent?.copy_id ?? (await copyOfPost(tx, accountId, comment.mediaId))
  if (copyId === undefined) return
  await changeRows(tx, copyId, async (post, version) => {
    const stored = await findComment(tx, accountId, comment.id)
    const parentId = parent ? (parent.parent_id ?? parent.id) : comment.parentId
    const whole = { ...comment, mediaId: post.post_id, parentId }
    return [mergeComment(stored, { comment: whole, accountId, copyId, start: post.version, version, pass: null })]
  })
}

async function copyOfPost(tx: Tx, accountId: string, postId: string | undefined): Promise<string | undefined> {
  if (postId === undefined) return undefined
  const post = await findCommentPost(tx, { accountId, postId })
  return post?.id
}

/** What was changed of a comment through this API. */
export interface LocalChange {
  accountId: string
  commentId: string
  isHidden?: boolean
  liked?: boolean
}

/**
 * Writes a hidden or liked flag, which the platform has accepted, to the copy and increases its version. Does nothing
 * if the copy does not contain the comment.
 */
export async function applyChange(tx: Tx, { accountId, commentId, isHidden, liked }: LocalChange): Promise<void> {
  const known = await findComment(tx, accountId, commentId)
  if (!known) return
  await changeRows(tx, known.copy_id, async (_post, version) => {
    const stored = await findComment(tx, accountId, commentId)
    if (!stored) return []
    const comment = {
      ...commentOf(stored),
      ...(isHidden !== undefined && { isHidden }),
      ...(liked !== undefined && { liked }),
    }
    return [
      {
        ...stored,
        content: contentOf(comment),
        ...(isHidden !== undefined && { hidden_version: version }),
        ...(liked !== undefined && { liked_version: version }),
      },
    ]
  })
}

/**
 * Marks a comment that was deleted through the API, and its replies, as deleted. The copy can contain the replies
 * without the comment.
 */
export async function applyDeletion(
  tx: Tx,
  { accountId, commentId, now }: { accountId: string; commentId: string; now: Date },
): Promise<void> {
  const [known] = await listThread(tx, accountId, commentId)
  if (!known) return
  await changeRows(tx, known.copy_id, async (_post, version) => {
    const thread = await listThread(tx, accountId, commentId)
    return thread.map((row) => ({
      ...row,
      deleted_at: row.deleted_at ?? now,
      deleted_version: version,
      deleted_here: true,
      thread_open: false,
    }))
  })
}
