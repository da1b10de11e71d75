import {
  type CommentPostRow,
  type CommentRow,
  changeCommentPost,
  findComment,
  findCommentPost,
  findComments,
  listThread,
  lockCommentChanges,
  lockCommentPost,
  noteCommentChange,
  type Tx,
  transactionInTurn,
} from '@carillon/database'
import type { Comment } from '@carillon/domain'
import type { Context } from '../context.ts'
import { noHistory, storeChangedComments } from './comment-events.ts'
import { localStates } from './local-states.ts'
import { commentOf, contentOf, mergeComment, withReplies } from './merge-comment.ts'

/**
 * Stores the rows that `work` returns in a copy (Carillon's stored comments of a post) and the events about them, while
 * the row of the post is locked. `work` gets that row and the next version of the copy, with which reads that started
 * earlier cannot undo the change. Does nothing if the copy does not exist or `work` returns no rows.
 */
async function changeRows(
  tx: Tx,
  { copyId, now }: { copyId: string; now: Date },
  work: (post: CommentPostRow, version: number) => Promise<CommentRow[]>,
): Promise<void> {
  const post = await lockCommentPost(tx, copyId)
  if (!post) return
  const rows = await work(post, post.version + 1)
  if (rows.length === 0) return
  const { accountId } = post
  const stored = await findComments(tx, accountId, [...new Set(rows.map(({ id }) => id))])
  await storeChangedComments(tx, { accountId, stored, rows }, { since: noHistory, now })
  await changeCommentPost(tx, copyId, {}, { visible: true })
}

/**
 * A comment that was written through the API. `mediaId` (the network's id of the post) is absent if only the parent
 * comment is known.
 */
export type OwnComment = Omit<Comment, 'mediaId'> & { mediaId?: string }

/**
 * Adds a comment that was written through the API to the copy (the stored comments of its post), even if the post's
 * comments have not been read yet. Stores the event `comment.created` for a new comment without earlier events, and
 * `comment.updated` for one that the copy has with other content. A new reply also raises the reply count of its
 * top-level comment, and restores a thread that a read had marked as deleted. Returns false, without a change, if
 * neither the parent nor the post `mediaId` is stored.
 */
export async function addOwnComment(
  tx: Tx,
  { accountId, comment, now }: { accountId: string; comment: OwnComment; now: Date },
): Promise<boolean> {
  const parent = comment.parentId === null ? undefined : await findComment(tx, accountId, comment.parentId)
  const copyId = parent?.copyId ?? (await copyOfPost(tx, accountId, comment.mediaId))
  if (copyId === undefined) return false
  await changeRows(tx, { copyId, now }, async (post, version) => {
    const parentId = parent ? (parent.parentId ?? parent.id) : comment.parentId
    const whole = { ...comment, mediaId: post.postId, parentId }
    const stored = await findComments(tx, accountId, [comment.id, ...(parentId === null ? [] : [parentId])])
    const change = (await localStates(tx, accountId, { comments: [whole], stored })).get(comment.id)
    const read = { comment: whole, accountId, copyId, start: post.version, version, pass: null, change }
    const [before, thread] = [stored.get(comment.id), parentId === null ? undefined : stored.get(parentId)]
    const after = mergeComment(before, read)
    // A read that returned the reply has also returned the new number.
    const isNew = (before === undefined || before.deletedAt !== null) && after.deletedAt === null
    if (!thread || !isNew) return [after]
    return [after, ...(await replied(tx, thread, version)).filter(({ id }) => id !== after.id)]
  })
  return true
}

/**
 * Returns the rows of a thread that change with a new reply: its top-level comment with one reply more. If a pass (a
 * read of the post's comments) had marked the thread as deleted because it did not find it, the mark is removed from it
 * and its replies: the network accepted the reply, so the comment exists.
 */
async function replied(tx: Tx, thread: CommentRow, version: number): Promise<CommentRow[]> {
  const rows = await existing(tx, thread)
  return rows.map((row) => (row.id === thread.id ? recounted(row, { added: 1, version }) : row))
}

/**
 * Returns the row of a top-level comment with a changed number of replies, which reads that started earlier cannot
 * undo.
 */
function recounted(row: CommentRow, { added, version }: { added: 1 | -1; version: number }): CommentRow {
  return { ...row, content: contentOf(withReplies(commentOf(row), added)), repliesVersion: version }
}

async function copyOfPost(tx: Tx, accountId: string, postId: string | undefined): Promise<string | undefined> {
  if (postId === undefined) return undefined
  const post = await findCommentPost(tx, { accountId, postId })
  return post?.id
}

/** A change of a comment that was made through Carillon's API or reported by a webhook event. Absent fields stay. */
interface LocalChange {
  accountId: string
  commentId: string
  isHidden?: boolean
  liked?: boolean
  isDeleted?: boolean
  /**
   * True with `isDeleted` if the network only reported that it has no such comment. A later read that contains the
   * comment brings it back.
   */
  isMissing?: boolean
}

/**
 * Returns the row of a comment to which the network has just accepted a change. If a pass (a read of the post's
 * comments) had marked the comment as deleted because it did not find it, returns all rows of its thread that were
 * marked with it, with the mark removed.
 */
async function existing(tx: Tx, stored: CommentRow): Promise<CommentRow[]> {
  if (stored.deletedAt === null || stored.deletedHere) return [stored]
  const thread = await listThread(tx, stored.accountId, stored.id)
  return thread
    .filter((row) => row.deletedVersion === stored.deletedVersion && !row.deletedHere)
    .map((row) => ({ ...row, deletedAt: null, deletedVersion: null }))
}

/**
 * Writes a changed `isHidden` or `liked` to the stored comment and increases the version of the copy (the stored
 * comments of its post). Returns whether the comment is stored. If a pass (a read of the post's comments) marked the
 * comment and its thread as deleted meanwhile, the mark is removed: the network accepted the change, so the comment
 * exists and had only moved between two lists of the network during the pass.
 */
async function applyChange(tx: Tx, change: LocalChange, now: Date): Promise<boolean> {
  const { accountId, commentId, isHidden, liked } = change
  const known = await findComment(tx, accountId, commentId)
  if (!known) return false
  await changeRows(tx, { copyId: known.copyId, now }, async (_post, version) => {
    const stored = await findComment(tx, accountId, commentId)
    if (!stored) return []
    const rows = await existing(tx, stored)
    return rows.map((row) => {
      if (row.id !== commentId) return row
      const comment = {
        ...commentOf(row),
        ...(isHidden !== undefined && { isHidden }),
        ...(liked !== undefined && { liked }),
      }
      return {
        ...row,
        content: contentOf(comment),
        ...(isHidden !== undefined && { hiddenVersion: version }),
        ...(liked !== undefined && { likedVersion: version }),
      }
    })
  })
  return true
}

/**
 * Marks a comment and its replies as deleted in the stored comments, and stores `comment.deleted` events for those that
 * were not deleted before. The reply count of a deleted reply's parent falls by one. The replies may be stored without
 * the comment. Returns whether the comment itself is stored.
 */
export async function applyDeletion(
  tx: Tx,
  { accountId, commentId, isMissing = false }: LocalChange,
  now: Date,
): Promise<boolean> {
  const known = await listThread(tx, accountId, commentId)
  const [first] = known
  if (!first) return false
  await changeRows(tx, { copyId: first.copyId, now }, async (_post, version) => {
    const thread = await listThread(tx, accountId, commentId)
    const deleted = thread.map((row) => ({
      ...row,
      deletedAt: row.deletedAt ?? now,
      deletedVersion: version,
      deletedHere: row.deletedHere || !isMissing,
      threadOpen: false,
    }))
    const reply = thread.find(({ id, deletedAt }) => id === commentId && deletedAt === null)
    const parent = reply?.parentId ? await findComment(tx, accountId, reply.parentId) : undefined
    return parent ? [...deleted, recounted(parent, { added: -1, version })] : deleted
  })
  return known.some(({ id }) => id === commentId)
}

/**
 * Records a change of a comment that is not stored yet, so that a page that was read before the change cannot bring
 * back the old state. Returns false, and records nothing, if the comment is stored by now.
 */
export async function noteChange(tx: Tx, change: LocalChange, now: Date): Promise<boolean> {
  const { accountId, commentId, isHidden = null, liked = null, isDeleted = false } = change
  await lockCommentChanges(tx, accountId, 'noting')
  if (await findComment(tx, accountId, commentId)) return false
  const row = { accountId, commentId, isHidden, liked, deleted: isDeleted }
  await noteCommentChange(tx, { ...row, changedAt: now })
  return true
}

/**
 * Stores a change that has been made at the network through the API, with its events, so that reads that started before
 * it cannot undo it. If the comment is not stored, the change is recorded, and applied when the comment is added.
 */
export async function storeChange(context: Context, change: LocalChange): Promise<void> {
  const { db } = context
  const now = context.now()
  const apply = (tx: Tx) => (change.isDeleted ? applyDeletion(tx, change, now) : applyChange(tx, change, now))
  // Changes of many comments of an account wait for the row of their post, or to be noted.
  const inTurn = (work: (tx: Tx) => Promise<boolean>) => transactionInTurn(db, ['account', change.accountId], work)
  const isStored = (await inTurn(apply)) || (await inTurn((tx) => noteChange(tx, change, now)))
  if (!isStored) await inTurn(apply)
}
