import { sql, type Updateable } from 'kysely'
import type { Db } from '../db.ts'
import type { CommentAccountRow, CommentAccountTable } from '../schema/comment-account.ts'

/**
 * Returns the state of an account's comment copies (the stored comments of its posts), such as when its list of posts
 * was last read, and creates it if it is missing.
 * @throws an error that `violatesForeignKey` recognizes if the account has been deleted
 */
export async function commentAccount(db: Db, accountId: string): Promise<CommentAccountRow> {
  const known = await readCommentAccount(db, accountId)
  if (known) return known
  await db.kysely
    .insertInto('commentAccount')
    .values({ accountId })
    .onConflict((conflict) => conflict.column('accountId').doNothing())
    .execute()
  return db.kysely.selectFrom('commentAccount').selectAll().where('accountId', '=', accountId).executeTakeFirstOrThrow()
}

/**
 * Reads the state of an account's comment copies (the stored comments of its posts), such as when its list of posts was
 * last read; undefined if none exists.
 */
export function readCommentAccount(db: Db, accountId: string): Promise<CommentAccountRow | undefined> {
  return db.kysely.selectFrom('commentAccount').selectAll().where('accountId', '=', accountId).executeTakeFirst()
}

/**
 * Changes the state of an account's comment copies (the stored comments of its posts), such as when its list of posts
 * was last read. Set `visible` to increment the version of that list, which is necessary if the list has changed, as it
 * invalidates cached responses of `GET /comments`. Does nothing if no state exists.
 */
export async function changeCommentAccount(
  db: Db,
  accountId: string,
  changes: Omit<Updateable<CommentAccountTable>, 'accountId' | 'version'>,
  { visible = false }: { visible?: boolean } = {},
): Promise<void> {
  await db.kysely
    .updateTable('commentAccount')
    .set({ ...changes, ...(visible && { version: sql<number>`version + 1` }) })
    .where('accountId', '=', accountId)
    .execute()
}

/**
 * Records at `now` that a background job for an account is requested: a read of its list of posts (`postsRequestedAt`)
 * or of its newest comments (`newestRequestedAt`). Returns true if the caller has to queue the job; false if it has
 * been requested between `before` and `after`, or if `commentAccount` has not created the state of the account.
 */
export async function claimAccountRequest(
  db: Db,
  accountId: string,
  {
    column,
    now,
    before,
    after,
  }: Record<'now' | 'before' | 'after', Date> & {
    column: 'postsRequestedAt' | 'newestRequestedAt'
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('commentAccount')
    .set({ [column]: now })
    .where('accountId', '=', accountId)
    .where((row) => row.or([row(column, 'is', null), row(column, '<', before), row(column, '>', after)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
