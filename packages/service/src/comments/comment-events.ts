import {
  type CommentPostRow,
  type CommentRow,
  findAccountForWorker,
  idsWithEvents,
  raiseEvents,
  storeComments,
  type Tx,
} from '@carillon/database'
import type { EventType } from '@carillon/domain'
import { newEvent } from '../events/new-event.ts'
import { secondOf } from '../second-of.ts'
import { commentOf } from './merge-comment.ts'

/** The maximum number of events stored in one statement. */
const batch = 500

/**
 * The rule for which comments raise an event when they are added to Carillon's copy (the stored list of a post's
 * comments).
 */
export interface CommentNews {
  /**
   * Comments created before this time are history and raise no `comment.created`. Null means that all comments are
   * history.
   */
  since: Date | null
  /** The time of events about changes; that of `comment.created` is when the comment was written. */
  now: Date
}

/**
 * Returns the time before which comments of a post are history and raise no `comment.created`: the second in which the
 * first complete read of its comments began. Null if none has ended yet, which means that all comments are history.
 */
export function historyUntil({ firstFullAt, fullAt }: Pick<CommentPostRow, 'firstFullAt' | 'fullAt'>): Date | null {
  const began = firstFullAt ?? fullAt
  return began && secondOf(began)
}

/**
 * The value of `CommentNews.since` with which no comment is history. For changes reported as they happen, such as
 * webhook events and writes made through the API.
 */
export const noHistory = new Date(0)

/**
 * Whether the text, the visibility, the account's own like or the id of the post differ (a webhook event may have named
 * a part of the post). Changes of counts raise no event.
 */
function isUpdated(before: CommentRow, after: CommentRow): boolean {
  if (before.content === after.content) return false
  const [one, other] = [commentOf(before), commentOf(after)]
  const fields = ['body', 'isHidden', 'liked', 'mediaId'] as const
  return fields.some((field) => one[field] !== other[field])
}

function typeOf(before: CommentRow | undefined, after: CommentRow, { since }: CommentNews): EventType | null {
  const [wasListed, isListed] = [before?.deletedAt === null, after.deletedAt === null]
  if (before && wasListed && isListed) return isUpdated(before, after) ? 'comment.updated' : null
  if (wasListed) return 'comment.deleted'
  if (!isListed) return null
  const isNews = before !== undefined || (since !== null && after.createdAt >= since)
  return isNews ? 'comment.created' : null
}

interface TypedComment {
  type: EventType
  row: CommentRow
}

async function raise(tx: Tx, accountId: string, changed: readonly TypedComment[], now: Date): Promise<void> {
  const account = changed.length > 0 ? await findAccountForWorker(tx, accountId) : undefined
  if (!account) return
  const owner = { ...account, accountId }
  const events = changed.map(({ type, row }) => {
    const at = type === 'comment.created' ? row.createdAt : now
    return newEvent(owner, { type, id: row.id, at, data: commentOf(row) })
  })
  for (let from = 0; from < events.length; from += batch) await raiseEvents(tx, events.slice(from, from + batch))
}

/**
 * Stores rows of an account's comments and the events about the changes: `comment.created`, `comment.deleted`, and
 * `comment.updated` if the text, the visibility, the account's own like or the post changed, not only counts.
 * @param stored the rows before the change, keyed by the network's comment id
 * @param news an added comment raises `comment.created` only if it was created at `since` or later; never if that is
 *   null, or if the comment has had an event before. A stored comment that was marked as deleted and is listed again
 *   always raises it
 */
export async function storeChangedComments(
  tx: Tx,
  {
    accountId,
    stored,
    rows,
  }: { accountId: string; stored: ReadonlyMap<string, CommentRow>; rows: readonly CommentRow[] },
  news: CommentNews,
): Promise<void> {
  await storeComments(tx, rows)
  const changed = rows.flatMap((row) => {
    const type = typeOf(stored.get(row.id), row, news)
    return type === null ? [] : [{ type, row }]
  })
  const ids = changed.flatMap(({ row }) => (stored.has(row.id) ? [] : row.id))
  const known = await raisedBefore(tx, accountId, ids)
  await raise(
    tx,
    accountId,
    changed.filter(({ row }) => !known.has(row.id)),
    news.now,
  )
}

/**
 * Returns those of `ids`, the ids of added comments, that have had an event before: of comments that were written
 * through the API while no copy contained their post, and of those that the limit of the copy had removed from it.
 */
async function raisedBefore(tx: Tx, accountId: string, ids: readonly string[]): Promise<Set<string>> {
  return ids.length === 0 ? new Set() : idsWithEvents(tx, { ownerId: accountId, objectType: 'comment', ids })
}

/** Stores `comment.deleted` events for comments that the network no longer lists, or whose post it no longer has. */
export function raiseDeleted(
  tx: Tx,
  { accountId, rows, now }: { accountId: string; rows: readonly CommentRow[]; now: Date },
): Promise<void> {
  const changed = rows.map((row) => ({ type: 'comment.deleted' as const, row }))
  return raise(tx, accountId, changed, now)
}
