import {
  type CommentPostRow,
  type CommentRow,
  countReplies,
  findComments,
  type Tx,
  takeFromUnreadCopies,
} from '@carillon/database'
import type { Comment } from '@carillon/domain'
import { type CommentNews, storeChangedComments } from './comment-events.ts'
import { localStates } from './local-states.ts'
import { isVisiblyChanged, mergeComment } from './merge-comment.ts'

interface ReadComments {
  comments: readonly Comment[]
  /** The version of the copy (Carillon's stored comments of the post) when the read began. */
  start: number
  /** The number of the pass (a read of all or the newest comments) that read them; null for any other read. */
  pass: number | null
  /**
   * The ids of the top-level comments of which only the first replies were read; undefined for a read without such
   * comments.
   */
  cutThreads?: readonly string[] | undefined
  news: CommentNews
}

export interface Merged {
  /**
   * The rows of the comments that were read, as stored after the merge; without those that are marked as deleted or
   * stored in the copy of another post.
   */
  rows: CommentRow[]
  /** Whether responses to clients change. */
  visible: boolean
  /** The number of comments that the pass has seen for the first time; 0 outside of a pass. */
  seen: number
  /**
   * Whether some of the top-level comments are new to this pass, and an ended pass has already seen all of those. The
   * older comments of the post are then stored, too.
   */
  known: boolean
}

/**
 * Merges comments that were read from the network into Carillon's copy of the post's comments, and stores the events
 * about the changes. The transaction must have locked the post's row (`lockCommentPost`). The caller then has to
 * increment the copy's version with `changeCommentPost` if `visible` is true.
 */
export async function mergeComments(tx: Tx, post: CommentPostRow, read: ReadComments): Promise<Merged> {
  const comments = [...new Map(read.comments.map((comment) => [comment.id, comment])).values()]
  const parents = comments.flatMap(({ parentId }) => parentId ?? [])
  const version = post.version + 1
  const ids = [...new Set([...comments.map(({ id }) => id), ...parents])]
  const stored = await storedHere(tx, post, { ids, isPass: read.pass !== null, version })
  const place = { accountId: post.accountId, copyId: post.id, version }
  const own = comments.filter(({ id }) => (stored.get(id)?.copyId ?? post.id) === post.id)
  const changes = await localStates(tx, post.accountId, { comments: own, stored })
  const added = own.filter(({ id, parentId }) => parentId === null && !stored.has(id))
  const replies = await ownRepliesSince(tx, post, { comments: added, start: read.start })
  const merged = own.map((comment) => {
    const local = { change: changes.get(comment.id), ownReplies: replies.get(comment.id) }
    return mergeComment(stored.get(comment.id), { ...place, ...read, ...local, comment })
  })
  const rows =
    read.pass === null ? merged : await withThreads(tx, post, { ...read, merged, comments: own, pass: read.pass })
  await storeChangedComments(tx, { accountId: post.accountId, stored, rows }, read.news)
  const tops = own.filter(({ id, parentId }) => parentId === null && stored.get(id)?.seenPass !== read.pass)
  return {
    rows: rows.filter(({ deletedAt }) => deletedAt === null),
    visible: rows.some((row) => isVisiblyChanged(stored.get(row.id), row)),
    seen: read.pass === null ? 0 : own.filter(({ id }) => (stored.get(id)?.seenPass ?? 0) < (read.pass ?? 0)).length,
    known: tops.length > 0 && tops.every(({ id }) => isKnown(post, stored.get(id))),
  }
}

/**
 * Returns the stored rows of comments, keyed by id. In a pass (a read of the post's comments), those that webhook
 * events have put into the copy of another post are first moved to this post: from a copy that was never read, or in
 * which a read did not find them.
 */
async function storedHere(
  tx: Tx,
  { id: copyId, accountId }: CommentPostRow,
  { ids, isPass, version }: { ids: readonly string[]; isPass: boolean; version: number },
): Promise<Map<string, CommentRow>> {
  const stored = await findComments(tx, accountId, ids)
  const strayed = isPass ? [...stored.values()].filter((row) => row.copyId !== copyId) : []
  if (strayed.length === 0) return stored
  const moved = await takeFromUnreadCopies(tx, { accountId, copyId, ids: strayed.map(({ id }) => id), version })
  return moved ? findComments(tx, accountId, ids) : stored
}

/**
 * Returns whether an ended pass has seen a comment. Other reads store comments, too, and so do passes that were
 * discarded and restarted: comments that are older than these may be missing.
 */
function isKnown({ pass, passRestarts }: CommentPostRow, row: CommentRow | undefined): boolean {
  return row !== undefined && row.deletedAt === null && row.seenPass > 0 && row.seenPass < pass - passRestarts
}

/** Returns how many replies were posted through the API since the comments were read, keyed by the parent's id. */
async function ownRepliesSince(
  tx: Tx,
  post: CommentPostRow,
  { comments, start }: { comments: readonly Comment[]; start: number },
): Promise<Map<string, number>> {
  if (comments.length === 0 || post.version <= start) return new Map()
  return countReplies(tx, { copyId: post.id, parents: comments.map(({ id }) => id), ownSince: start })
}

/**
 * Marks which threads the pass has read completely with this page, and which it still has to read. The replies of a
 * hidden comment stay as they are, because some networks do not list them, and so do those of a thread that was cut.
 */
async function withThreads(
  tx: Tx,
  post: CommentPostRow,
  {
    merged,
    comments,
    pass,
    cutThreads = [],
  }: Pick<ReadComments, 'comments' | 'cutThreads'> & { merged: CommentRow[]; pass: number },
): Promise<CommentRow[]> {
  const inline = Map.groupBy(comments, ({ parentId }) => parentId)
  const byId = new Map(comments.map((comment) => [comment.id, comment]))
  const unread = (id: string): number | null => {
    const replyCount = byId.get(id)?.replyCount
    return replyCount === undefined || replyCount <= (inline.get(id)?.length ?? 0) ? null : replyCount
  }
  const tops = merged.filter(({ parentId, id }) => parentId === null && unread(id) !== null)
  const held =
    post.passKind === 'newest' ? await countReplies(tx, { copyId: post.id, parents: tops.map(({ id }) => id) }) : null
  return merged.map((row) => {
    if (row.parentId !== null) return row
    const comment = byId.get(row.id)
    if (comment?.isHidden && comment.replyCount !== undefined) return { ...row, threadOpen: false }
    if (cutThreads.includes(row.id)) return { ...row, threadOpen: false }
    const left = unread(row.id)
    if (left === null) return { ...row, threadOpen: false, threadPass: pass }
    return { ...row, threadOpen: held === null || (held.get(row.id) ?? 0) !== left }
  })
}
