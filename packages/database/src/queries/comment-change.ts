import { sql } from 'kysely'
import type { Tx } from '../db.ts'
import type { CommentChangeRow } from '../schema/comment-change.ts'
import { lockUntilEnd } from '../statements/advisory-lock.ts'

/**
 * Locks the account's comments until the transaction ends, waiting if necessary. `adding` is a shared lock, for
 * transactions that add comments to a copy (the stored comments of a post). `noting` is an exclusive lock, for a
 * transaction that records a change of a comment that is in no copy, so that no other transaction meanwhile adds the
 * comment without the change.
 */
export async function lockCommentChanges(tx: Tx, accountId: string, mode: 'adding' | 'noting'): Promise<void> {
  await lockUntilEnd(tx, 'commentChange', accountId, mode === 'adding' ? 'shared' : 'exclusive')
}

/**
 * Records that a comment which is not stored was hidden, shown, liked, unliked or deleted, so that the change is
 * applied once the comment is stored. A new `isHidden` or `liked` replaces an earlier one of the comment, null keeps
 * it, and `deleted` stays true. Does nothing if the account has been disconnected. Requires the lock `noting` of
 * `lockCommentChanges`, or the lock of the copy to which the same transaction then adds the comment.
 */
export async function noteCommentChange(tx: Tx, row: CommentChangeRow): Promise<void> {
  const { accountId, commentId, isHidden, liked, deleted, changedAt } = row
  await sql`
    insert into comment_change (account_id, comment_id, is_hidden, liked, deleted, changed_at)
    select id, ${commentId}, ${isHidden}::boolean, ${liked}::boolean, ${deleted}::boolean, ${changedAt}::timestamptz
    from account where id = ${accountId} for key share
    on conflict (account_id, comment_id) do update set
      is_hidden = coalesce(excluded.is_hidden, comment_change.is_hidden),
      liked = coalesce(excluded.liked, comment_change.liked),
      deleted = excluded.deleted or comment_change.deleted,
      changed_at = excluded.changed_at`.execute(tx.kysely)
}

/**
 * Returns the changes (hidden, liked, deleted) that were recorded before these comments were stored, keyed by the
 * network's id of the comment; apply them when the comments are stored. Comments without a recorded change are left
 * out. Requires the lock `adding` of `lockCommentChanges`.
 */
export async function listCommentChanges(
  tx: Tx,
  accountId: string,
  commentIds: readonly string[],
): Promise<Map<string, CommentChangeRow>> {
  const rows = await tx.kysely
    .selectFrom('commentChange')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('commentId', '=', sql<string>`any(${[...commentIds]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.commentId, row]))
}
