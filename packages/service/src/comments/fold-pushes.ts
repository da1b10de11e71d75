import type { CommentPushRow, CommentRow } from '@carillon/database'
import type { Comment } from '@carillon/domain'
import type { CommentChange } from '@carillon/providers'
import { commentOf } from './merge-comment.ts'

/** What is stored of a comment before pushed changes. */
export interface Before {
  push: CommentPushRow
  /** The row of the copy; undefined if it does not contain the comment. */
  row: CommentRow | undefined
  /** A change that happened before this time is older than the row: a pass over all comments has read it since. */
  readAt: Date | null
}

/** The state of a comment after pushed changes, which is the same in whichever order they came. */
export interface Folded {
  push: CommentPushRow
  /** The comment to merge into the copy; undefined where nothing is new, where it is gone, or was never pushed itself. */
  comment: Comment | undefined
  /**
   * Whether two different changes have the same time. Every order ends with the same one of them, which may be the wrong
   * one: the network has to be read.
   */
  isAmbiguous: boolean
}

/** How far a network's clock may be from ours, in ms. */
const clockSkewMs = 10_000

type Written = Extract<CommentChange, { kind: 'written' }>

/** Of two texts with the same time, every order keeps the same one. */
function isLater(change: { at: Date; body: string }, known: { at: Date | null; body: string }): boolean {
  if (known.at === null || change.at > known.at) return true
  return change.at.getTime() === known.at.getTime() && change.body > known.body
}

function earlier(one: string, other: string): string {
  return Date.parse(one) < Date.parse(other) ? one : other
}

/** A comment and its push as changes are applied to them. */
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

/** Of two changes with the same time, that which hides counts. */
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

/** Whether the copy has what a change brought, because a pass that began later has read the comment. */
function isRead({ row, readAt }: Before, { at }: CommentChange): boolean {
  const isListed = row !== undefined && row.deletedAt === null
  return isListed && readAt !== null && Date.parse(at) < readAt.getTime() - clockSkewMs
}

/** Whether a pass has missed the comment after this change: then it had been removed. */
function isMissed({ row }: Before, { at }: CommentChange): boolean {
  return row !== undefined && row.deletedAt !== null && Date.parse(at) <= row.deletedAt.getTime()
}

/** Applies changes of one comment, in any order, to what is stored of it. */
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
