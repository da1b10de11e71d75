import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'
import type { CommentPostChanges, CommentPostRow } from '../schema/comment-post.ts'

/** Reads a post with the state of its copy by the network's id of the post; undefined if it is not stored. */
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

/** Reads a post with the state of its copy by Carillon's id of the copy; undefined if it has been deleted. */
export function readCommentPost(db: Db, id: string): Promise<CommentPostRow | undefined> {
  return db.kysely.selectFrom('commentPost').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Reads a post by Carillon's id of the copy and locks its row until the transaction ends; undefined if it has been
 * deleted. Every change of the comments in its copy requires this lock.
 */
export function lockCommentPost(tx: Tx, id: string): Promise<CommentPostRow | undefined> {
  return tx.kysely.selectFrom('commentPost').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/**
 * Returns the posts of an account that were in the network's list of recent posts when it was last read, in its order.
 * `summary` is the JSON text of the post as `GET /comments` lists it.
 */
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

/**
 * Returns the ids and versions of those comment copies of an account that have been read from the network, in no
 * particular order.
 */
export function listCopies(db: Db, accountId: string): Promise<Pick<CommentPostRow, 'id' | 'version'>[]> {
  return db.kysely
    .selectFrom('commentPost')
    .select(['id', 'version'])
    .where('accountId', '=', accountId)
    .where('syncedAt', 'is not', null)
    .execute()
}

/**
 * Stores posts, or updates the summary and rank (the position in the list of recent posts, from 0) of posts that are
 * already stored; a null rank keeps the stored one.
 */
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

/** Stores a post; does nothing if it is already stored. */
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

/**
 * Removes posts from an account's list of recent posts and keeps their copies.
 * @param recent the network's ids of the posts that stay in the list
 */
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
 * Changes the state of a copy. Set `visible` to increment its version, which is necessary if responses change or if
 * reads that began earlier must not revert the change.
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
 * Records at `now` that a refresh of a copy is requested. Returns true if the caller has to queue the job; false if one
 * has been requested since `before`, or the copy does not exist.
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

/**
 * Takes the lease on refreshing a copy for the process `by` until `until`, or renews it, so that two processes do not
 * refresh the copy at the same time. Returns the copy; undefined if another process has a lease that has not expired at
 * `now`, or the copy does not exist.
 */
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

/**
 * Releases the lease of the process `by` on a copy. Does nothing if another process has the lease.
 * @param requestedAt stored as the time of the latest request for a refresh: null after a finished refresh, so that the
 *   next request queues one at once; a time in the future if the next refresh has to wait
 */
export async function releasePass(db: Db, id: string, by: string, requestedAt: Date | null): Promise<void> {
  await db.kysely
    .updateTable('commentPost')
    .set({ leaseBy: null, leaseUntil: null, requestedAt })
    .where('id', '=', id)
    .where('leaseBy', '=', by)
    .execute()
}

/** Records that a client has read a copy, so that it is not purged. Once per hour is sufficient. */
export async function markRead(db: Db, id: string, now: Date): Promise<void> {
  await db.kysely.updateTable('commentPost').set({ readAt: now }).where('id', '=', id).execute()
}

/** Deletes a post with the copy of its comments. */
export async function deleteCommentPost(db: Db, id: string): Promise<void> {
  await db.kysely.deleteFrom('commentPost').where('id', '=', id).execute()
}
