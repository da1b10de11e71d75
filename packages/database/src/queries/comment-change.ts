import { type Insertable, sql } from 'kysely'
import type { Tx } from '../db.ts'
import type { CommentChangeRow, CommentChangeTable } from '../schema/comment-change.ts'
import { namespaces } from '../statements/advisory-lock.ts'

/**
 * Until the transaction ends, either comments of the account are added to copies, by any number of transactions, or one
 * notes a change of a comment that no copy holds.
 */
export async function lockCommentChanges(tx: Tx, accountId: string, mode: 'adding' | 'noting'): Promise<void> {
  const key = sql`${namespaces.commentChange}::int, hashtext(${accountId})`
  const locked = mode === 'adding' ? sql`pg_advisory_xact_lock_shared(${key})` : sql`pg_advisory_xact_lock(${key})`
  await tx.kysely.selectNoFrom(locked.as('locked')).execute()
}

/** Notes a change, beside earlier ones of the same comment. */
export async function noteCommentChange(tx: Tx, row: Insertable<CommentChangeTable>): Promise<void> {
  await tx.kysely
    .insertInto('commentChange')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'commentId']).doUpdateSet({
        isHidden: sql`coalesce(excluded.is_hidden, comment_change.is_hidden)`,
        liked: sql`coalesce(excluded.liked, comment_change.liked)`,
        deleted: sql`excluded.deleted or comment_change.deleted`,
        changedAt: row.changedAt,
      }),
    )
    .execute()
}

/** The changes of comments that are now added to a copy, by the comment's id. */
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
