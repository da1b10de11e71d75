import { tableOf } from '@carillon/errors'
import { expressionBuilder, sql } from 'kysely'
import type { Db, Tx } from '../db.ts'
import type { CommentRow } from '../schema/comment.ts'
import type { Database } from '../schema/database.ts'
import { givenRows } from '../statements/given-rows.ts'
import { matching } from '../statements/matching.ts'
import { noteAnswers } from './comment-answer.ts'

/**
 * Reads a stored comment of an account by the network's id, even if it is marked as deleted; undefined if it is in
 * no stored copy of a post's comments.
 */
export async function findComment(db: Db, accountId: string, id: string): Promise<CommentRow | undefined> {
  return (await findComments(db, accountId, [id])).get(id)
}

/**
 * Reads stored comments of an account, also those marked as deleted, keyed by the network's id. Ids without a stored
 * comment are left out.
 */
export async function findComments(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, CommentRow>> {
  const stored = db.kysely.selectFrom('comment').selectAll().where('accountId', '=', accountId)
  const rows = await stored.where('id', '=', sql<string>`any(${[...ids]}::text[])`).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

const key = ['accountId', 'id'] as const
const replaced = [
  ...(['parentId', 'createdAt', 'content', 'own', 'seenPass', 'threadPass', 'threadOpen', 'fetchVersion'] as const),
  ...(['hiddenVersion', 'likedVersion', 'repliesVersion', 'deletedAt', 'deletedVersion', 'deletedHere'] as const),
]
const excluded = (name: string) => sql.ref<never>(`excluded.${name}`)

/**
 * Inserts comments or replaces those with the same ids, which keep `copyId` (their post) and `createdVersion`, and
 * updates the column `answered` in their threads. Requires the lock of `lockCommentPost`.
 */
export async function storeComments(tx: Tx, rows: readonly CommentRow[]): Promise<void> {
  if (rows.length === 0) return
  const columns = [...key, 'copyId', 'createdVersion', ...replaced] as const
  await tx.kysely
    .insertInto('comment')
    .columns(columns)
    .expression(({ selectFrom }) => selectFrom(givenRows('comment', rows)).select(columns))
    .onConflict((conflict) => conflict.columns(key).doUpdateSet(tableOf(replaced, excluded)))
    .execute()
  await noteAnswers(tx, rows)
}

/** A pass: one run through the comments of a post at the network. `pass` is its number. */
interface Pass {
  copyId: string
  pass: number
  /** The version of the copy when the pass began. The pass cannot have seen what was added later. */
  passVersion: number
}

/** A pass after which comments are marked as deleted at `now`. `version` is that of the copy after this change. */
type EndedPass = Pass & { now: Date; version: number }

const { and, eb, exists, not, or, selectFrom } = expressionBuilder<Database & { gone: { id: string } }, 'comment'>()

/** Returns the SQL condition that a comment is in a copy and not marked as deleted. */
const isListed = (copyId: string) => and([eb('comment.copyId', '=', copyId), eb('comment.deletedAt', 'is', null)])

/**
 * Returns the SQL condition that a comment is not marked as deleted and that a pass (a run through a post's comments at
 * the network) must have seen it: it was stored when the pass began, and was not hidden or liked through the API since.
 */
function isSettled({ copyId, passVersion }: Pass) {
  const changed = sql<number>`greatest(comment.created_version, comment.hidden_version, comment.liked_version)`
  return and([isListed(copyId), eb(changed, '<=', passVersion)])
}

const isUnseen = (pass: Pass) => and([isSettled(pass), eb('comment.seenPass', '<', pass.pass)])

/** Selects the top-level comment of a reply. */
const topOf = selectFrom('comment as top')
  .whereRef('top.accountId', '=', 'comment.accountId')
  .whereRef('top.id', '=', 'comment.parentId')

/**
 * Marks as deleted at `now` the top-level comments that a complete pass (one run through the comments of a post at the
 * network) has not seen, with their replies, and unseen replies whose top-level comment is deleted or not stored.
 * Comments that were stored, or hidden or liked through the API, after the pass began are kept. Returns the deleted
 * comments. Requires the lock of `lockCommentPost`.
 */
export async function deleteUnseen(tx: Tx, { now, version, ...pass }: EndedPass): Promise<CommentRow[]> {
  const gone = selectFrom('gone').select('gone.id')
  const hasTop = exists(topOf.where('top.deletedAt', 'is', null))
  const isLost = and([eb('comment.parentId', 'is not', null), eb('comment.seenPass', '<', pass.pass), not(hasTop)])
  const rows = await tx.kysely
    .with('gone', (cte) => cte.selectFrom('comment').select('id').where('parentId', 'is', null).where(isUnseen(pass)))
    .updateTable('comment')
    .set({ deletedAt: now, deletedVersion: version, threadOpen: false })
    .where(isSettled(pass))
    .where(or([eb('comment.id', 'in', gone), eb('comment.parentId', 'in', gone), isLost]))
    .returningAll()
    .execute()
  await noteAnswers(tx, rows)
  return rows
}

/**
 * Marks as deleted at `now` the replies that a pass (a run through a post's comments at the network) has not seen in
 * threads that it has read completely, except replies stored, or hidden or liked through the API, after it began.
 * Returns the deleted replies. Requires the lock of `lockCommentPost`.
 */
export async function deleteUnseenReplies(tx: Tx, { now, version, ...pass }: EndedPass): Promise<CommentRow[]> {
  const rows = await tx.kysely
    .updateTable('comment')
    .from('comment as top')
    .set({ deletedAt: now, deletedVersion: version })
    .where('top.copyId', '=', pass.copyId)
    .where('top.parentId', 'is', null)
    .where('top.threadPass', '=', pass.pass)
    .whereRef('comment.parentId', '=', 'top.id')
    .where(isUnseen(pass))
    .returningAll('comment')
    .execute()
  await noteAnswers(tx, rows)
  return rows
}

/**
 * Deletes the rows of comments that a pass (a run through a post's comments at the network) has not seen because it
 * reached Carillon's limit per post. Kept are replies to a comment that the pass has seen, comments that were stored,
 * or hidden or liked through the API, after the pass began, and comments marked as deleted. Returns the number of
 * deleted rows. Requires the lock of `lockCommentPost`.
 */
export async function trimUnseen(tx: Tx, pass: Pass): Promise<number> {
  const { numDeletedRows } = await tx.kysely
    .deleteFrom('comment')
    .where(isUnseen(pass))
    .where(or([eb('comment.parentId', 'is', null), not(exists(topOf.where('top.seenPass', '=', pass.pass)))]))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Deletes the oldest of a post's stored comments (`copyId`) so that `max` remain; those that are marked as deleted do
 * not count and are kept. Returns the number of deleted rows. Requires the lock of `lockCommentPost`.
 */
export async function trimOldest(tx: Tx, copyId: string, max: number): Promise<number> {
  const newestFirst = tx.kysely.selectFrom('comment').select('id').orderBy('createdAt', 'desc').orderBy('id', 'desc')
  const { numDeletedRows } = await tx.kysely
    .deleteFrom('comment')
    .where('id', 'in', newestFirst.where(isListed(copyId)).offset(max))
    .where(isListed(copyId))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Returns the network's id of the newest top-level comment in the stored copy of a post's comments whose replies the
 * current pass (one run through the comments at the network) still has to read; undefined if none exists.
 */
export async function nextOpenThread(db: Db, copyId: string): Promise<string | undefined> {
  const open = db.kysely.selectFrom('comment').where(isListed(copyId)).where('threadOpen', '=', sql.lit(true))
  const newest = open.select('id').orderBy('createdAt', 'desc').orderBy('id', 'desc')
  const row = await newest.limit(1).executeTakeFirst()
  return row?.id
}

/**
 * Records that the current pass (a run through a post's comments at the network) has no replies of a top-level comment
 * left to read. `id` is the network's id of that comment. Does nothing if it is not stored.
 * @param pass the number of the pass, if it has read all replies; absent to keep the stored number
 */
export async function closeThread(
  db: Db,
  { accountId, id, pass }: { accountId: string; id: string; pass?: number },
): Promise<void> {
  const comment = db.kysely.updateTable('comment').where(matching<'comment'>({ accountId, id }))
  await comment.set({ threadOpen: false, threadPass: pass }).execute()
}

/** Records that a pass has no replies left to read in a post's stored comments (`nextOpenThread` then finds none). */
export async function closeThreads(db: Db, copyId: string): Promise<void> {
  const open = db.kysely.updateTable('comment').where('copyId', '=', copyId).where('threadOpen', '=', sql.lit(true))
  await open.set({ threadOpen: false }).execute()
}

/** Returns a comment and its replies by the network's id of the comment, also those marked as deleted, in any order. */
export function listThread(db: Db, accountId: string, id: string): Promise<CommentRow[]> {
  const inThread = or([eb('comment.id', '=', id), eb('comment.parentId', '=', id)])
  return db.kysely.selectFrom('comment').selectAll().where('accountId', '=', accountId).where(inThread).execute()
}

/**
 * Counts the stored replies that are not deleted, keyed by the network's id of their parent. Parents without replies
 * are left out. `copyId` is Carillon's id of the stored comments of the post.
 * @param ownSince counts only the account's own replies, and of these only those that were added after the stored
 *   comments had this version; absent to count all
 */
export async function countReplies(
  db: Db,
  { copyId, parents, ownSince }: { copyId: string; parents: readonly string[]; ownSince?: number },
): Promise<Map<string, number>> {
  const own = sql<boolean>`content::json->>'isCreator' = 'true'`
  const rows = await db.kysely
    .selectFrom('comment')
    .select(['parentId', ({ fn }) => fn.countAll<number>().as('count')])
    .where(isListed(copyId))
    .where('parentId', '=', sql<string>`any(${[...parents]}::text[])`)
    .$if(ownSince !== undefined, (query) => query.where('createdVersion', '>', ownSince ?? 0).where(own))
    .groupBy('parentId')
    .execute()
  return new Map(rows.flatMap(({ parentId, count }) => (parentId === null ? [] : [[parentId, count]])))
}

/** A page of comments as a part of a response in JSON. `count` is their number, `last` the oldest of them. */
export interface Slice {
  /** The comments as JSON, separated by commas. */
  content: string
  count: number
  last: { createdAt: string; id: string }
}

/**
 * Reads the next `size` of a post's stored comments (`copyId` is Carillon's id of these), newest first, without those
 * marked as deleted; undefined if there are no more.
 * @param after the last comment of the previous page; null for the first page
 */
export async function readSlice(
  db: Db,
  copyId: string,
  { after, size }: { after: Slice['last'] | null; size: number },
): Promise<Slice | undefined> {
  const from = after
    ? sql`and (created_at, id) < (${after.createdAt}::timestamptz, ${after.id}::text collate "C")`
    : sql``
  const { rows } = await sql<{ content: string | null; count: number; at: string; id: string }>`
    select string_agg(content, ',' order by created_at desc, id desc) as content, count(*)::int as count,
      (array_agg(created_at::text order by created_at, id))[1] as at, (array_agg(id order by created_at, id))[1] as id
    from (
      select content, created_at, id from comment
      where copy_id = ${copyId} and deleted_at is null ${from}
      order by created_at desc, id desc limit ${size}
    ) as slice`.execute(db.kysely)
  const [row] = rows
  if (!row || row.content === null) return undefined
  return { content: row.content, count: row.count, last: { createdAt: row.at, id: row.id } }
}
