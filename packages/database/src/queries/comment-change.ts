import { keysOf } from '@carillon/errors'
import { sql } from 'kysely'
import type { Tx } from '../db.ts'
import type { CommentChangeRow } from '../schema/comment-change.ts'
import { lockUntilEnd } from '../statements/advisory-lock.ts'
import { selected } from '../statements/selected.ts'

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
  const { accountId, ...change } = row
  const account = tx.kysely.selectFrom('account').where('id', '=', accountId).forKeyShare()
  await tx.kysely
    .insertInto('commentChange')
    .columns(['accountId', ...keysOf(change)])
    .expression(account.select(['id', ...selected(change)]))
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'commentId']).doUpdateSet(({ fn, ref }) => ({
        isHidden: fn.coalesce('excluded.isHidden', 'commentChange.isHidden'),
        liked: fn.coalesce('excluded.liked', 'commentChange.liked'),
        deleted: sql`excluded.deleted or comment_change.deleted`,
        changedAt: ref('excluded.changedAt'),
      })),
    )
    .execute()
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
  const noted = tx.kysely.selectFrom('commentChange').selectAll().where('accountId', '=', accountId)
  const rows = await noted.where('commentId', '=', sql<string>`any(${[...commentIds]}::text[])`).execute()
  return new Map(rows.map((row) => [row.commentId, row]))
}
