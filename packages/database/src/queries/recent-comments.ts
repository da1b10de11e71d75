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

/** The position of a comment in the list of `listRecentComments`: the next page begins after it. */
export type RecentPosition = Pick<RecentComment, 'createdAt' | 'id' | 'accountId'>

interface Wanted {
  accountIds: readonly string[]
  /** Only comments of other authors to which the account has not replied. */
  unanswered: boolean
  /** The last comment of the previous page; null for the first page. */
  after: RecentPosition | null
  max: number
}

const micros = sql<string>`to_char(newest.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/**
 * Returns up to `max` stored comments on the posts of several accounts, newest first, without deleted ones. With
 * `unanswered`, only comments of other authors to which the account has not replied. `after` is the last comment of the
 * page before; null for the first page.
 */
export async function listRecentComments(
  db: Db,
  { accountIds, unanswered, after, max }: Wanted,
): Promise<RecentComment[]> {
  const at = after && sql`${after.createdAt}::timestamptz, ${after.id}::text collate "C"`
  // The same comment can be in the copies of several accounts, of which some are on the page before.
  const follows = sql<boolean>`(newest.created_at, newest.id, newest.account_id) < (${at}, ${after?.accountId}::uuid)`
  const query = db.kysely
    .selectFrom(sql<{ id: string }>`unnest(${accountIds}::uuid[])`.as<'account'>(sql`account (id)`))
    .crossJoinLateral(({ selectFrom }) => {
      let stored = selectFrom('comment').whereRef('accountId', '=', 'account.id').where('deletedAt', 'is', null)
      if (unanswered) stored = stored.where(({ not, and }) => and([not('own'), not('answered')]))
      if (after) stored = stored.where(sql<boolean>`(created_at, comment.id) <= (${at})`)
      const newest = stored
        .orderBy('createdAt', 'desc')
        .orderBy('comment.id', 'desc')
        .limit(max + 1)
      return newest.select(['accountId', 'comment.id', 'createdAt', 'content', 'copyId']).as('newest')
    })
    .innerJoin('commentPost as copy', 'copy.id', 'newest.copyId')
    .select(['newest.accountId', 'newest.id', micros.as('createdAt'), 'newest.content', 'copy.postId', 'copy.summary'])
    .orderBy('newest.createdAt', 'desc')
    .orderBy('newest.id', 'desc')
    .orderBy('newest.accountId', 'desc')
  return (after ? query.where(follows) : query).limit(max).execute()
}
