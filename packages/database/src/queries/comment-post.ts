import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'
import type { CommentPostChanges, CommentPostRow } from '../schema/comment-post.ts'

/** Reads the copy of a post by the platform's id of the post. */
export function findCommentPost(
  db: Db,
  { accountId, postId }: { accountId: string; postId: string },
): Promise<CommentPostRow | undefined> {
  return db.kysely
    .selectFrom('commentPost')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('postId', '=', postId)
    .executeTakeFirst()
}

/** Reads the copy of a post by Carillon's own id of the copy. */
export function readCommentPost(db: Db, id: string): Promise<CommentPostRow | undefined> {
  return db.kysely.selectFrom('commentPost').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Locks the row of a copy until the end of the transaction. Every change to the comments of a copy requires this lock.
 */
export function lockCommentPost(tx: Tx, id: string): Promise<CommentPostRow | undefined> {
  return tx.kysely.selectFrom('commentPost').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The recent posts of an account, in the order of the network. */
export function listRecentPosts(
  db: Db,
  accountId: string,
): Promise<Pick<CommentPostRow, 'id' | 'postId' | 'summary'>[]> {
  return db.kysely
    .selectFrom('commentPost')
    .select(['id', 'postId', 'summary'])
    .where('accountId', '=', accountId)
    .where('rank', 'is not', null)
    .orderBy('rank')
    .execute()
}

/** The posts of an account whose comments have been copied. */
export function listCopies(db: Db, accountId: string): Promise<Pick<CommentPostRow, 'id' | 'version'>[]> {
  return db.kysely
    .selectFrom('commentPost')
    .select(['id', 'version'])
    .where('accountId', '=', accountId)
    .where('syncedAt', 'is not', null)
    .execute()
}

/** Stores posts, or updates the summaries of posts that are already stored. */
export async function upsertCommentPosts(
  db: Db,
  rows: readonly Pick<CommentPostRow, 'id' | 'accountId' | 'postId' | 'rank' | 'summary' | 'readAt'>[],
): Promise<void> {
  if (rows.length === 0) return
  await db.kysely
    .insertInto('commentPost')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'postId']).doUpdateSet({
        rank: sql`coalesce(excluded.rank, comment_post.rank)`,
        summary: sql`excluded.summary`,
      }),
    )
    .execute()
}

/** Stores a post unless it is stored already. */
export async function addCommentPost(
  db: Db,
  row: Pick<CommentPostRow, 'id' | 'accountId' | 'postId' | 'rank' | 'summary' | 'readAt'>,
): Promise<void> {
  await db.kysely
    .insertInto('commentPost')
    .values(row)
    .onConflict((conflict) => conflict.columns(['accountId', 'postId']).doNothing())
    .execute()
}

/** Removes posts from the list of recent posts. Their copies are kept. */
export async function dropRanks(db: Db, accountId: string, recent: readonly string[]): Promise<void> {
  await db.kysely
    .updateTable('commentPost')
    .set({ rank: null })
    .where('accountId', '=', accountId)
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
    .updateTable('commentPost')
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
    .updateTable('commentPost')
    .set({ requestedAt: now })
    .where('id', '=', id)
    .where((row) => row.or([row('requestedAt', 'is', null), row('requestedAt', '<', before)]))
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
    .updateTable('commentPost')
    .set({ leaseBy: by, leaseUntil: until })
    .where('id', '=', id)
    .where((row) => row.or([row('leaseBy', 'is', null), row('leaseBy', '=', by), row('leaseUntil', '<', now)]))
    .returningAll()
    .executeTakeFirst()
}

/** Releases the lease of a process on a copy. Does nothing if another process has the lease. */
export async function releasePass(db: Db, id: string, by: string, requestedAt: Date | null): Promise<void> {
  await db.kysely
    .updateTable('commentPost')
    .set({ leaseBy: null, leaseUntil: null, requestedAt })
    .where('id', '=', id)
    .where('leaseBy', '=', by)
    .execute()
}

/** Records that a copy was read, so that it is not purged. Once per hour is sufficient. */
export async function markRead(db: Db, id: string, now: Date): Promise<void> {
  await db.kysely.updateTable('commentPost').set({ readAt: now }).where('id', '=', id).execute()
}

/** Deletes the copy of a post with its comments. */
export async function deleteCommentPost(db: Db, id: string): Promise<void> {
  await db.kysely.deleteFrom('commentPost').where('id', '=', id).execute()
}
