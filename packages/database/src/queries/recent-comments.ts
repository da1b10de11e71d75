import { sql } from 'kysely'
import type { Db } from '../db.ts'

/** A stored comment with its account and post. `id` and `postId` are the network's ids. */
export interface RecentComment {
  accountId: string
  id: string
  /** When the comment was written, as ISO 8601 with microseconds. */
  createdAt: string
  /** The comment as responses contain it, as JSON text. */
  content: string
  postId: string
  /** The post as responses contain it, as JSON text. */
  summary: string
}

/** The position of a comment in the list, by which the next page is read. */
export type RecentPosition = Pick<RecentComment, 'createdAt' | 'id' | 'accountId'>

interface Wanted {
  accountIds: readonly string[]
  /** Only comments of other authors to which the account has not replied. */
  unanswered: boolean
  /** The last comment of the previous page; null for the first page. */
  after: RecentPosition | null
  max: number
}

/** Returns up to `max` stored comments on the posts of several accounts, newest first, without deleted ones. */
export async function listRecentComments(
  db: Db,
  { accountIds, unanswered, after, max }: Wanted,
): Promise<RecentComment[]> {
  const open = unanswered ? sql`and not own and not answered` : sql``
  const from = after
    ? sql`and (created_at, id) <= (${after.createdAt}::timestamptz, ${after.id}::text collate "C")`
    : sql``
  // The same comment can be in the copies of several accounts, of which some are on the page before.
  const beyond = after
    ? sql`where (newest.created_at, newest.id, newest.account_id)
        < (${after.createdAt}::timestamptz, ${after.id}::text collate "C", ${after.accountId}::uuid)`
    : sql``
  const micros = sql`to_char(newest.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
  const { rows } = await sql<RecentComment>`
    select newest.account_id, newest.id, ${micros} as created_at, newest.content, copy.post_id, copy.summary
    from unnest(${accountIds}::uuid[]) as account (id)
    cross join lateral (
      select account_id, id, created_at, content, copy_id from comment
      where comment.account_id = account.id and deleted_at is null ${open} ${from}
      order by created_at desc, comment.id desc limit ${max + 1}
    ) as newest
    join comment_post as copy on copy.id = newest.copy_id
    ${beyond}
    order by newest.created_at desc, newest.id desc, newest.account_id desc
    limit ${max}`.execute(db.kysely)
  return rows
}
