import type { CommentChangeRow, CommentRow } from '@carillon/database'
import { type Comment, commentShape } from '@carillon/domain'
import { keysOf } from '@carillon/errors'

/** A comment as its network returned it, and what is known of that read. */
export interface Incoming {
  comment: Comment
  accountId: string
  copyId: string
  /** The version of the copy when the read began: local changes with a later one are newer than what was read. */
  start: number
  /** The version that the copy gets with this change. */
  version: number
  /** The pass that read it; null for reads outside of one. */
  pass: number | null
  /** Of a comment that the copy does not contain: what was changed of it through this API. */
  change?: LocalState | undefined
  /** Of a comment that the copy does not contain: how many replies this API has added since the read began. */
  ownReplies?: number | undefined
}

export type LocalState = Pick<CommentChangeRow, 'isHidden' | 'liked' | 'deleted' | 'changedAt'>

const fields = keysOf(commentShape.properties)

/** A comment as JSON text with its fields in a fixed order, so that equal comments have equal texts. */
export function contentOf(comment: Comment): string {
  const ordered: Partial<Record<keyof Comment, unknown>> = {}
  for (const name of fields) if (name in comment) ordered[name] = comment[name]
  return JSON.stringify(ordered)
}

/** The comment of the API that a row of `comment` stores as JSON. */
export function commentOf({ content }: Pick<CommentRow, 'content'>): Comment {
  return JSON.parse(content)
}

/** The comment with what was changed of it before the copy contained it. */
function changed(comment: Comment, { isHidden, liked }: LocalState): Comment {
  return {
    ...comment,
    ...(isHidden !== null && { isHidden }),
    ...(liked !== null && comment.liked !== undefined && { liked }),
  }
}

/** The comment with replies added or deleted. Networks that do not count replies leave the number out. */
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

/** The comment as it was read, except for fields that were changed through this API after the read had started. */
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
 * The row of a comment after a read. A read that began before another read, or before a change through the API, does
 * not revert it. A comment that a pass had missed returns when it is seen again; a comment deleted through the API
 * never returns.
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

/** Whether responses differ between two states of a comment. */
export function isVisiblyChanged(before: CommentRow | undefined, after: CommentRow): boolean {
  if (!before) return after.deletedAt === null
  return before.content !== after.content || (before.deletedAt === null) !== (after.deletedAt === null)
}
