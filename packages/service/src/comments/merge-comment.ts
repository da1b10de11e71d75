import type { CommentChangeRow, CommentRow } from '@carillon/database'
import { type Comment, commentShape } from '@carillon/domain'
import { keysOf } from '@carillon/errors'

/**
 * A comment as read from the network, together with facts about that read. A copy is Carillon's stored list of the
 * comments of a post; a pass is one read of all or the newest of them.
 */
export interface Incoming {
  comment: Comment
  accountId: string
  copyId: string
  /**
   * The version of the copy when the read began. Changes made through the API with a later version are newer than the
   * read.
   */
  start: number
  /** The version that the copy gets with this change. */
  version: number
  /** The number of the pass that read the comment; null if it was read outside of a pass. */
  pass: number | null
  /** The changes that were recorded before the copy contained the comment (`localStates`); undefined if none exist. */
  change?: LocalState | undefined
  /**
   * The number of replies posted through the API since the read began, for a comment that the copy does not contain
   * yet.
   */
  ownReplies?: number | undefined
}

export type LocalState = Pick<CommentChangeRow, 'isHidden' | 'liked' | 'deleted' | 'changedAt'>

const fields = keysOf(commentShape.properties)

/** Formats a comment as JSON with its fields in a fixed order, so that equal comments give equal strings. */
export function contentOf(comment: Comment): string {
  const ordered: Partial<Record<keyof Comment, unknown>> = {}
  for (const name of fields) if (name in comment) ordered[name] = comment[name]
  return JSON.stringify(ordered)
}

/** Parses the comment that a row of the table `comment` stores as JSON. */
export function commentOf({ content }: Pick<CommentRow, 'content'>): Comment {
  return JSON.parse(content)
}

/** Returns the comment with the changes that were made through the API before it was stored. */
function changed(comment: Comment, { isHidden, liked }: LocalState): Comment {
  return {
    ...comment,
    ...(isHidden !== null && { isHidden }),
    ...(liked !== null && comment.liked !== undefined && { liked }),
  }
}

/**
 * Returns the comment with `added` (which may be negative) added to its `replyCount`, which stays at least 0; unchanged
 * for networks that do not report the number.
 */
export function withReplies(comment: Comment, added: number): Comment {
  if (comment.replyCount === undefined) return comment
  return { ...comment, replyCount: Math.max(0, comment.replyCount + added) }
}

function newRow(incoming: Incoming): CommentRow {
  const { comment: read, accountId, copyId, start, version, pass, change, ownReplies = 0 } = incoming
  const comment = withReplies(change ? changed(read, change) : read, ownReplies)
  const isDeleted = change?.deleted ?? false
  return {
    accountId: accountId,
    id: comment.id,
    copyId: copyId,
    parentId: comment.parentId,
    createdAt: new Date(comment.createdAt),
    content: contentOf(comment),
    seenPass: pass ?? 0,
    threadPass: 0,
    threadOpen: false,
    own: comment.isCreator,
    createdVersion: version,
    fetchVersion: start,
    hiddenVersion: change && change.isHidden !== null ? version : 0,
    likedVersion: change && change.liked !== null ? version : 0,
    repliesVersion: ownReplies > 0 ? version : 0,
    deletedAt: isDeleted ? (change?.changedAt ?? null) : null,
    deletedVersion: isDeleted ? version : null,
    deletedHere: isDeleted,
  }
}

/**
 * Returns the comment as it was read, except for fields that were changed through the API after the read had started.
 */
function withLocalChanges(stored: CommentRow, { comment, start }: Incoming): Comment {
  const { hiddenVersion: hidden, likedVersion: liked, repliesVersion: replies } = stored
  if (start >= Math.max(hidden, liked, replies)) return comment
  const local = commentOf(stored)
  return {
    ...comment,
    ...(start < hidden && { isHidden: local.isHidden }),
    ...(start < liked && local.liked !== undefined && { liked: local.liked }),
    ...(start < replies && local.replyCount !== undefined && { replyCount: local.replyCount }),
  }
}

/**
 * Returns the row of a comment after a read. A read that began before a newer read or an API change does not undo it. A
 * comment marked as deleted because the network did not list or know it comes back when it is read again; one that was
 * deleted through the API, or as a webhook event reports, does not.
 * @param stored the row so far; undefined if the comment is new
 */
export function mergeComment(stored: CommentRow | undefined, incoming: Incoming): CommentRow {
  if (!stored) return newRow(incoming)
  const { comment, start, pass } = incoming
  const seen = { ...stored, seenPass: Math.max(stored.seenPass, pass ?? 0) }
  if (stored.deletedHere) return stored
  if (stored.deletedAt !== null && start < (stored.deletedVersion ?? 0)) return seen
  if (stored.deletedAt === null && start < stored.fetchVersion) return seen
  return {
    ...seen,
    parentId: comment.parentId,
    createdAt: new Date(comment.createdAt),
    content: contentOf(withLocalChanges(stored, incoming)),
    own: comment.isCreator,
    fetchVersion: start,
    deletedAt: null,
    deletedVersion: null,
  }
}

/**
 * Returns whether clients can see a difference between two states of a comment. With `before` undefined, for a new
 * comment, true unless it is deleted.
 */
export function isVisiblyChanged(before: CommentRow | undefined, after: CommentRow): boolean {
  if (!before) return after.deletedAt === null
  return before.content !== after.content || (before.deletedAt === null) !== (after.deletedAt === null)
}
