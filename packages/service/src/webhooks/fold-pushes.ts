import type { CommentPushRow, CommentRow } from '@carillon/database'
import type { Comment } from '@carillon/domain'
import type { CommentChange } from '@carillon/providers'
import { commentOf } from '../comments/merge-comment.ts'

/** The stored state of a comment before changes from webhook events are applied. */
export interface Before {
  push: CommentPushRow
  /** The stored comment; undefined if Carillon's copy of the post does not contain it. */
  row: CommentRow | undefined
  /**
   * The start of the last complete read of the post's comments: changes from more than ten seconds before this time are
   * already contained in `row`. Null before the first complete read.
   */
  readAt: Date | null
}

/** The state of a comment after changes from webhook events. It does not depend on the order in which they arrived. */
export interface Folded {
  push: CommentPushRow
  /**
   * The comment to merge into Carillon's copy; undefined if nothing changed, the comment was deleted, or no event
   * contained its text.
   */
  comment: Comment | undefined
  /**
   * Whether two different changes have the same time. Which of them is applied does not depend on their order, but it
   * may be the wrong one, so the comment has to be read from the network.
   */
  isAmbiguous: boolean
}

/** The maximum assumed difference in ms between a network's clock and Carillon's. */
const clockSkewMs = 10_000

type Written = Extract<CommentChange, { kind: 'written' }>

/**
 * Returns whether a text is newer than the known one. Of two texts with the same time, the one that sorts last counts
 * as newer, so that the order in which they arrive does not matter.
 */
function isLater(change: { at: Date; body: string }, known: { at: Date | null; body: string }): boolean {
  if (known.at === null || change.at > known.at) return true
  return change.at.getTime() === known.at.getTime() && change.body > known.body
}

function earlier(one: string, other: string): string {
  return Date.parse(one) < Date.parse(other) ? one : other
}

/** A comment and the state of its webhook events while changes are applied to them. */
interface State {
  push: CommentPushRow
  comment: Comment | undefined
  /** Whether a change was applied. */
  isNew: boolean
  isAmbiguous: boolean
}

function write(state: State, { comment: pushed, isEdit }: Written, posted: Date): State {
  const { push, comment: known } = state
  // In one second, an edit is later than the comment itself.
  const at = new Date(posted.getTime() + (isEdit ? 1 : 0))
  const base = known ?? pushed
  const createdAt = earlier(base.createdAt, pushed.createdAt)
  const isNewText = isLater({ at, body: pushed.body }, { at: push.bodyAt, body: known?.body ?? '' })
  const comment = { ...base, createdAt, ...(isNewText && { body: pushed.body }) }
  const isNew = state.isNew || known === undefined || comment.body !== known.body || createdAt !== known.createdAt
  const isTie = push.bodyAt?.getTime() === at.getTime() && known !== undefined && known.body !== pushed.body
  const isAmbiguous = state.isAmbiguous || isTie
  return { push: isNewText ? { ...push, bodyAt: at } : push, comment, isNew, isAmbiguous }
}

/** Applies a change of visibility. Of two changes with the same time, hiding wins. */
function hide(state: State, { isHidden, at }: { isHidden: boolean; at: Date }): State {
  const { push, comment: known } = state
  const isSame = push.hiddenAt?.getTime() === at.getTime()
  const isAmbiguous = state.isAmbiguous || (isSame && push.isHidden !== isHidden)
  if (push.hiddenAt !== null && (push.hiddenAt > at || (isSame && (push.isHidden || !isHidden)))) {
    return { ...state, isAmbiguous }
  }
  const isNew = state.isNew || known?.isHidden !== isHidden
  return { push: { ...push, hiddenAt: at, isHidden }, comment: known && { ...known, isHidden }, isNew, isAmbiguous }
}

function apply(state: State, change: CommentChange): State {
  const at = new Date(change.at)
  switch (change.kind) {
    case 'removed':
      return { ...state, push: { ...state.push, deleted: true } }
    case 'hidden':
      return hide(state, { isHidden: change.isHidden, at })
    case 'written': {
      const next = write(state, change, at)
      return change.comment.isHidden ? hide(next, { isHidden: true, at }) : next
    }
    default:
      return change satisfies never
  }
}

/**
 * Returns whether the stored comment already contains a change, because a complete read of the post's comments began
 * later.
 */
function isRead({ row, readAt }: Before, { at }: CommentChange): boolean {
  const isListed = row !== undefined && row.deletedAt === null
  return isListed && readAt !== null && Date.parse(at) < readAt.getTime() - clockSkewMs
}

/**
 * Returns whether the stored comment was marked as deleted at or after the time of a change. The change then has no
 * effect, as when a read of all comments did not find the comment.
 */
function isMissed({ row }: Before, { at }: CommentChange): boolean {
  return row !== undefined && row.deletedAt !== null && Date.parse(at) <= row.deletedAt.getTime()
}

/**
 * Applies changes that webhook events reported about one comment to its stored state, except those that a later read of
 * the network already contains or has shown to be outdated. A removal is final. The result is the same in any order.
 * Stores nothing.
 */
export function foldPushes(before: Before, changes: readonly CommentChange[]): Folded {
  const { row } = before
  const start: State = { push: before.push, comment: row && commentOf(row), isNew: false, isAmbiguous: false }
  const { push, comment, isNew, isAmbiguous } = changes
    .filter((change) => change.kind === 'removed' || !(isRead(before, change) || isMissed(before, change)))
    .reduce(apply, start)
  if (!comment || !isNew || push.deleted || row?.deletedHere) return { push, comment: undefined, isAmbiguous }
  // It may have been hidden or shown before it was pushed itself.
  const isHidden = row ? comment.isHidden : (push.isHidden ?? comment.isHidden)
  return { push, comment: { ...comment, isHidden }, isAmbiguous }
}
