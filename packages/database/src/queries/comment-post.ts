import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'
import type { CommentPostChanges, CommentPostRow } from '../schema/comment-post.ts'

/** Reads the copy of a post by the platform's id of the post. */
export function findCommentPost(
  db: Db,
  { accountId, postId }: { accountId: string; postId: string },
): Promise<CommentPostRow | undefined> {
  return db.kysely
    .selectFrom('comment_post')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('post_id', '=', postId)
    .executeTakeFirst()
}

/** Reads the copy of a post by Carillon's own id of the copy. */
export function readCommentPost(db: Db, id: string): Promise<CommentPostRow | undefined> {
  return db.kysely.selectFrom('comment_post').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Locks the row of a copy until the end of the transaction. Every change to the comments of a copy requires this lock.
 */
export function lockCommentPost(tx: Tx, id: string): Promise<CommentPostRow | undefined> {
  return tx.kysely.selectFrom('comment_post').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The recent posts of an account, in the order of the network. */
export function listRecentPosts(
  db: Db,
  accountId: string,
): Promise<Pick<CommentPostRow, 'id' | 'post_id' | 'summary'>[]> {
  return db.kysely
    .selectFrom('comment_post')
    .select(['id', 'post_id', 'summary'])
    .where('account_id', '=', accountId)
    .where('rank', 'is not', null)
    .orderBy('rank')
    .execute()
}

/** The posts of an account whose comments have been copied. */
export function listCopies(db: Db, accountId: string): Promise<Pick<CommentPostRow, 'id' | 'version'>[]> {
  return db.kysely
    .selectFrom('comment_post')
    .select(['id', 'version'])
    .where('account_id', '=', accountId)
    .where('synced_at', 'is not', null)
    .execute()
}

/** Stores posts, or updates the summaries of posts that are already stored. */
export async function upsertCommentPosts(
  db: Db,
  rows: readonly Pick<CommentPostRow, 'id' | 'account_id' | 'post_id' | 'rank' | 'summary' | 'read_at'>[],
): Promise<void> {
  if (rows.length === 0) return
  await db.kysely
    .insertInto('comment_post')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'post_id']).doUpdateSet({
        rank: sql`coalesce(excluded.rank, comment_post.rank)`,
        summary: sql`excluded.summary`,
      }),
    )
    .execute()
}

/** Removes posts from the list of recent posts. Their copies are kept. */
export async function dropRanks(db: Db, accountId: string, recent: readonly string[]): Promise<void> {
  await db.kysely
    .updateTable('comment_post')
    .set({ rank: null })
    .where('account_id', '=', accountId)
    .where('rank', 'is not', null)
    .where(sql<boolean>`not (post_id = any(${[...recent]}::text[]))`)
    .execute()
}

/**
 * Changes the row of a copy. `visible` increases its version; set it if responses change, or if older reads must not
 * revert the change.
 */
export async function changeCommentPost(
  db: Db,
  id: string,
  changes: CommentPostChanges,
  { visible }: { visible: boolean },
): Promise<void> {
  await db.kysely
    .updateTable('comment_post')
    .set({ ...changes, ...(visible && { version: sql<number>`version + 1` }) })
    .where('id', '=', id)
    .execute()
}

/**
 * Records that a refresh of a copy is requested, unless one has been requested since `before`. Returns whether the
 * caller has to queue the job.
 */
export async function claimRefreshRequest(
  db: Db,
  id: string,
  { now, before }: { now: Date; before: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('comment_post')
    .set({ requested_at: now })
    .where('id', '=', id)
    .where((row) => row.or([row('requested_at', 'is', null), row('requested_at', '<', before)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Gives the process `by` the lease on a copy, unless another process has a lease that has not expired. */
export function claimPass(
  db: Db,
  id: string,
  { by, now, until }: { by: string; now: Date; until: Date },
): Promise<CommentPostRow | undefined> {
  return db.kysely
    .updateTable('comment_post')
    .set({ lease_by: by, lease_until: until })
    .where('id', '=', id)
    .where((row) => row.or([row('lease_by', 'is', null), row('lease_by', '=', by), row('lease_until', '<', now)]))
    .returningAll()
    .executeTakeFirst()
}

/** Releases the lease of a process on a copy. Does nothing if another process has the lease. */
export async function releasePass(db: Db, id: string, by: string, requestedAt: Date | null): Promise<void> {
  await db.kysely
    .updateTable('comment_post')
    .set({ lease_by: null, lease_until: null, requested_at: requestedAt })
    .where('id', '=', id)
    .where('lease_by', '=', by)
    .execute()
}

/** Records that a copy was read, so that it is not purged. Once per hour is sufficient. */
export async function markRead(db: Db, id: string, now: Date): Promise<void> {
  await db.kysely.updateTable('comment_post').set({ read_at: now }).where('id', '=', id).execute()
}

/** Deletes the copy of a post with its comments. */
export async function deleteCommentPost(db: Db, id: string): Promise<void> {
  await db.kysely.deleteFrom('comment_post').where('id', '=', id).execute()
}
