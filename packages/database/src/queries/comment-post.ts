import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'
import type { CommentRow } from '../schema/comment.ts'
import type { CommentPostChanges, CommentPostRow } from '../schema/comment-post.ts'
import { matching } from '../statements/matching.ts'

/**
 * Reads a post with the state of its copy (its stored comments) by the network's id of the post; undefined if it is not
 * stored.
 */
export function findCommentPost(
  db: Db,
  { accountId, postId }: { accountId: string; postId: string },
): Promise<CommentPostRow | undefined> {
  return db.kysely
    .selectFrom('commentPost')
    .selectAll()
    .where(matching<'commentPost'>({ accountId, postId }))
    .executeTakeFirst()
}

/**
 * Reads a post with the state of its copy (its stored comments) by Carillon's id of the copy; undefined if it has been
 * deleted.
 */
export function readCommentPost(db: Db, id: string): Promise<CommentPostRow | undefined> {
  return db.kysely.selectFrom('commentPost').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Reads a post by Carillon's id of its copy (its stored comments) and locks its row until the transaction ends;
 * undefined if it has been deleted. Every change of the comments in the copy requires this lock. Before the row, it
 * locks that of the account, as a deletion of the account does: otherwise the two could wait for each other.
 */
export function lockCommentPost(tx: Tx, id: string): Promise<CommentPostRow | undefined> {
  return tx.kysely
    .with('owner', (cte) =>
      cte
        .selectFrom('commentPost')
        .innerJoin('account', 'account.id', 'commentPost.accountId')
        .select('account.id')
        .where('commentPost.id', '=', id)
        .forKeyShare('account'),
    )
    .selectFrom('commentPost')
    .innerJoin('owner', 'owner.id', 'commentPost.accountId')
    .selectAll('commentPost')
    .where('commentPost.id', '=', id)
    .forUpdate('commentPost')
    .executeTakeFirst()
}

/**
 * Returns the recent posts of an account: the newest posts as of the last read from the network (at most `recentPosts`
 * of the network in the capability `comments.list`), newest first. `id` is Carillon's id of the post's stored comments,
 * `postId` the network's, and `summary` the post as an object of `posts` in `GET /comments`, as JSON text.
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
 * Returns Carillon's ids and the versions of those comment copies (the stored comments of a post) of an account that
 * have been read from the network, in no particular order. A version grows with each change of the copy.
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
 * Stores posts, or updates the summary and rank of posts that are already stored. The rank is the position among the
 * newest posts of the account, from 0 for the newest; a null rank, for an older post, keeps the stored one.
 */
export async function upsertCommentPosts(
  db: Db,
  rows: readonly Pick<CommentPostRow, 'id' | 'accountId' | 'postId' | 'rank' | 'summary' | 'readAt'>[],
): Promise<void> {
  if (rows.length === 0) return
  await db.kysely
    .insertInto('commentPost')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'postId']).doUpdateSet({
        rank: sql`coalesce(excluded.rank, comment_post.rank)`,
        summary: sql`excluded.summary`,
      }),
    )
    .execute()
}

/** Stores a post whose comments are not stored yet; does nothing if the account's post is already stored. */
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
 * Removes all posts but `recent` from an account's list of recent posts (its newest posts) by setting their rank to
 * null. The removed posts stay stored, with their comments.
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
 * Changes the state of a comment copy (the stored comments of a post); `id` is Carillon's id of the copy. Set `visible`
 * to increment the version of the copy, which is necessary if responses change or if reads from the network that began
 * earlier must not revert the change. Does nothing if the copy does not exist.
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
 * Records at `now` that a refresh of a comment copy (the stored comments of a post; `id` is Carillon's) is requested.
 * Returns true if the caller has to queue the job; false if one has been requested between `before` and `after`, a
 * process is refreshing the copy, or the copy does not exist.
 */
export async function claimRefreshRequest(
  db: Db,
  id: string,
  { now, before, after }: Record<'now' | 'before' | 'after', Date>,
): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('commentPost')
    .set({ requestedAt: now })
    .where('id', '=', id)
    .where((row) =>
      row.or([row('requestedAt', 'is', null), row('requestedAt', '<', before), row('requestedAt', '>', after)]),
    )
    .where((row) => row.or([row('leaseBy', 'is', null), row('leaseUntil', '<', now)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Takes the lease on refreshing a comment copy (the stored comments of a post; `id` is Carillon's) for the process `by`
 * until `until`, so that two processes do not refresh the copy at the same time. Returns the copy; undefined if a
 * process has a lease that has not expired at `now`, or the copy does not exist.
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
    .where((row) => row.or([row('leaseBy', 'is', null), row('leaseUntil', '<', now)]))
    .returningAll()
    .executeTakeFirst()
}

/**
 * Extends the lease of the process `by` on refreshing a comment copy (the stored comments of a post; `id` is
 * Carillon's) until `until`, even if it has run out and no other process has taken it. Does nothing if another process
 * has taken it since, also if that has released it.
 */
export async function extendPass(db: Db, id: string, { by, until }: { by: string; until: Date }): Promise<void> {
  await db.kysely
    .updateTable('commentPost')
    .set({ leaseUntil: until })
    .where(matching<'commentPost'>({ id, leaseBy: by }))
    .execute()
}

/**
 * Releases the lease of the process `by` on refreshing a comment copy (the stored comments of a post; `id` is
 * Carillon's). Does nothing if another process has taken the lease since.
 * @param known the stored time of the latest request for a refresh when the process took the lease. If another time is
 *   stored by now, it is kept, as the refresh may have missed the reason of that request
 * @param requestedAt replaces the stored time otherwise: null lets the next request queue a refresh at once; a time
 *   makes `claimRefreshRequest` return false until its `before` is later
 */
export async function releasePass(
  db: Db,
  id: string,
  { by, known, requestedAt }: { by: string; known: Date | null; requestedAt: Date | null },
): Promise<void> {
  await db.kysely
    .updateTable('commentPost')
    .set({
      leaseBy: null,
      leaseUntil: null,
      requestedAt: sql`case when requested_at is not distinct from ${known}::timestamptz
        then ${requestedAt}::timestamptz else requested_at end`,
    })
    .where(matching<'commentPost'>({ id, leaseBy: by }))
    .execute()
}

/** The number of comments marked as deleted that one statement deletes. */
const markedAtOnce = 10_000

/**
 * Deletes up to 10,000 comments marked as deleted from comment copies (the stored comments of a post) of one account,
 * as a copy can have any number of them. Returns whether there may be more. Requires locks on the rows of the posts.
 * @param copyIds Carillon's ids of the copies
 */
export async function deleteMarked(tx: Tx, accountId: string, copyIds: readonly string[]): Promise<boolean> {
  const some = sql`array(
    select id from comment where copy_id = any(${copyIds}::uuid[]) and deleted_at is not null limit ${markedAtOnce})`
  const { numDeletedRows } = await tx.kysely
    .deleteFrom('comment')
    .where('accountId', '=', accountId)
    .where(sql<boolean>`id = any(${some})`)
    .executeTakeFirst()
  return numDeletedRows === BigInt(markedAtOnce)
}

/**
 * Deletes the copy of a post's comments (Carillon's stored comments of the post) and returns the comments in it that
 * were not marked as deleted. If 10,000 or more are marked, only deletes 10,000 of these and returns undefined: call it
 * again in another transaction. Requires the lock of `lockCommentPost`.
 */
export async function deleteCommentPost(
  tx: Tx,
  { id, accountId }: Pick<CommentPostRow, 'id' | 'accountId'>,
): Promise<CommentRow[] | undefined> {
  if (await deleteMarked(tx, accountId, [id])) return undefined
  const listed = tx.kysely.deleteFrom('comment').where('copyId', '=', id).where('deletedAt', 'is', null)
  const rows = await listed.returningAll().execute()
  await tx.kysely.deleteFrom('commentPost').where('id', '=', id).execute()
  return rows
}
