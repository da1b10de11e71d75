import { sql } from 'kysely'
import { columnsOfRow } from '../connection/columns.ts'
import type { Db, Tx } from '../db.ts'
import type { CommentRow } from '../schema/comment.ts'
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
  const rows = await db.kysely
    .selectFrom('comment')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Inserts comments or replaces those with the same ids, which keep `copyId` (their post) and `createdVersion`, and
 * updates the column `answered` in their threads. Requires the lock of `lockCommentPost`.
 */
export async function storeComments(tx: Tx, rows: readonly CommentRow[]): Promise<void> {
  if (rows.length === 0) return
  const columns = sql.raw(`account_id, id, copy_id, parent_id, created_at, content, seen_pass, thread_pass, thread_open,
    created_version, fetch_version, hidden_version, liked_version, replies_version, deleted_at, deleted_version,
    deleted_here, own`)
  await sql`
    insert into comment (${columns})
    select ${columns} from json_populate_recordset(null::comment, ${JSON.stringify(rows.map(columnsOfRow))}::json)
    on conflict (account_id, id) do update set
      parent_id = excluded.parent_id, created_at = excluded.created_at, content = excluded.content,
      seen_pass = excluded.seen_pass, thread_pass = excluded.thread_pass, thread_open = excluded.thread_open,
      fetch_version = excluded.fetch_version, hidden_version = excluded.hidden_version,
      liked_version = excluded.liked_version, replies_version = excluded.replies_version,
      deleted_at = excluded.deleted_at, deleted_version = excluded.deleted_version, deleted_here = excluded.deleted_here,
      own = excluded.own`.execute(tx.kysely)
  await noteAnswers(tx, rows)
}

/** A pass: one run through the comments of a post at the network. `pass` is its number. */
interface Pass {
  copyId: string
  pass: number
  /** The version of the copy when the pass began. The pass cannot have seen what was added later. */
  passVersion: number
}

/**
 * Returns the SQL condition that a pass (a run through a post's comments at the network) must have seen a comment: it
 * was stored when the pass began, and was not hidden or liked through the API since.
 */
const settledAt = (passVersion: number, row = 'comment') => {
  const versions = ['created_version', 'hidden_version', 'liked_version'].map((name) => sql.ref(`${row}.${name}`))
  return sql`greatest(${sql.join(versions)}) <= ${passVersion}`
}

/**
 * Marks as deleted at `now` the top-level comments that a complete pass (one run through the comments of a post at the
 * network) has not seen, with their replies, and unseen replies whose top-level comment is deleted or not stored.
 * Comments that were stored, or hidden or liked through the API, after the pass began are kept. Returns the deleted
 * comments. Requires the lock of `lockCommentPost`.
 * @param pass the number of the pass; `passVersion` is the version of the stored comments when it began, `version` the
 *   version after this change
 */
export async function deleteUnseen(
  tx: Tx,
  { copyId, pass, passVersion, now, version }: Pass & { now: Date; version: number },
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    with gone as (
      select id from comment
      where copy_id = ${copyId} and parent_id is null and deleted_at is null
        and seen_pass < ${pass} and ${settledAt(passVersion)}
    )
    update comment set deleted_at = ${now}, deleted_version = ${version}, thread_open = false
    where copy_id = ${copyId} and deleted_at is null and ${settledAt(passVersion)}
      and (id in (select id from gone) or parent_id in (select id from gone) or (
        parent_id is not null and seen_pass < ${pass} and not exists (
          select from comment as top
          where top.account_id = comment.account_id and top.id = comment.parent_id and top.deleted_at is null
        )
      ))
    returning comment.*`.execute(tx.kysely)
  await noteAnswers(tx, rows)
  return rows
}

/**
 * Marks as deleted at `now` the replies that a pass (a run through a post's comments at the network) has not seen in
 * threads that it has read completely, except replies stored, or hidden or liked through the API, after it began.
 * Returns the deleted replies. `version` is that of the copy after this change. Requires the lock of `lockCommentPost`.
 */
export async function deleteUnseenReplies(
  tx: Tx,
  { copyId, pass, passVersion, now, version }: Pass & { now: Date; version: number },
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    update comment as reply set deleted_at = ${now}, deleted_version = ${version}
    from comment as top
    where top.copy_id = ${copyId} and top.parent_id is null and top.thread_pass = ${pass}
      and reply.copy_id = ${copyId} and reply.parent_id = top.id and reply.deleted_at is null
      and reply.seen_pass < ${pass} and ${settledAt(passVersion, 'reply')}
    returning reply.*`.execute(tx.kysely)
  await noteAnswers(tx, rows)
  return rows
}

/**
 * Deletes the rows of comments that a pass (a run through a post's comments at the network) has not seen because it
 * reached Carillon's limit per post, except replies to a comment that it has seen, comments stored, or hidden or liked
 * through the API, after it began, and those marked as deleted. Returns the number of deleted rows. Requires the lock of
 * `lockCommentPost`.
 */
export async function trimUnseen(tx: Tx, { copyId, pass, passVersion }: Pass): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from comment where copy_id = ${copyId} and deleted_at is null
      and ${settledAt(passVersion)} and seen_pass < ${pass}
      and (parent_id is null or not exists (
        select from comment as top
        where top.account_id = comment.account_id and top.id = comment.parent_id and top.seen_pass = ${pass}
      ))`.execute(tx.kysely)
  return Number(numAffectedRows ?? 0)
}

/**
 * Deletes the oldest of a post's stored comments (`copyId`) so that `max` remain; those that are marked as deleted do
 * not count and are kept. Returns the number of deleted rows. Requires the lock of `lockCommentPost`.
 */
export async function trimOldest(tx: Tx, copyId: string, max: number): Promise<number> {
  const stored = tx.kysely
    .selectFrom('comment')
    .select('id')
    .where('copyId', '=', copyId)
    .where('deletedAt', 'is', null)
  const { numDeletedRows } = await tx.kysely
    .deleteFrom('comment')
    .where('id', 'in', stored.orderBy('createdAt', 'desc').orderBy('id', 'desc').offset(max))
    .where('copyId', '=', copyId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Returns the network's id of the newest top-level comment in the stored copy of a post's comments whose replies the
 * current pass (one run through the comments at the network) still has to read; undefined if none exists.
 */
export async function nextOpenThread(db: Db, copyId: string): Promise<string | undefined> {
  const row = await db.kysely
    .selectFrom('comment')
    .select('id')
    .where('copyId', '=', copyId)
    .where('threadOpen', '=', sql<boolean>`true`)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
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
  await db.kysely
    .updateTable('comment')
    .set({ threadOpen: false, threadPass: pass })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** Records that a pass has no replies left to read in a post's stored comments (`nextOpenThread` then finds none). */
export async function closeThreads(db: Db, copyId: string): Promise<void> {
  await db.kysely
    .updateTable('comment')
    .set({ threadOpen: false })
    .where('copyId', '=', copyId)
    .where('threadOpen', '=', sql<boolean>`true`)
    .execute()
}

/** Returns a comment and its replies by the network's id of the comment, also those marked as deleted, in any order. */
export function listThread(db: Db, accountId: string, id: string): Promise<CommentRow[]> {
  return db.kysely
    .selectFrom('comment')
    .selectAll()
    .where('accountId', '=', accountId)
    .where((row) => row.or([row('id', '=', id), row('parentId', '=', id)]))
    .execute()
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
    .where('copyId', '=', copyId)
    .where('parentId', '=', sql<string>`any(${[...parents]}::text[])`)
    .where('deletedAt', 'is', null)
    .$if(ownSince !== undefined, (query) => query.where('createdVersion', '>', ownSince ?? 0).where(own))
    .groupBy('parentId')
    .execute()
  return new Map(rows.flatMap(({ parentId, count }) => (parentId === null ? [] : [[parentId, count]])))
}

/** A page of comments as a part of a response in JSON. `last` is the last comment of the page, `count` their number. */
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
