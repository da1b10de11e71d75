import { sql } from 'kysely'
import type { Tx } from '../db.ts'

/**
 * Moves stored comments that a read of a post has just returned into its copy (the stored comments of the post), if
 * they are in a copy that was never read from the network, or a read of their copy did not find them: webhook events
 * can name a part of the post in its place, such as an image of an album. Comments that another transaction is changing
 * stay where they are. Returns whether any was moved. Requires the lock of `lockCommentPost`.
 * @param version the version of the copy after this change: it becomes that of changes that were made through the API,
 *   which the read may not contain
 */
export async function takeFromUnreadCopies(
  tx: Tx,
  { accountId, copyId, ids, version }: { accountId: string; copyId: string; ids: readonly string[]; version: number },
): Promise<boolean> {
  const kept = (name: string) => sql`case when ${sql.ref(`comment.${name}`)} > 0 then ${version}::bigint else 0 end`
  const { numAffectedRows = 0n } = await sql`
    with strayed as (
      select comment.account_id, comment.id from comment
      join comment_post as other on other.id = comment.copy_id
      where comment.account_id = ${accountId} and comment.id = any(${[...ids]}::text[]) and comment.copy_id <> ${copyId}
        and ((other.synced_at is null and other.full_at is null) or (comment.deleted_at is not null and not comment.deleted_here))
      for update of comment skip locked
    )
    update comment set copy_id = ${copyId}, seen_pass = 0, thread_pass = 0, thread_open = false,
      created_version = ${version}::bigint, fetch_version = 0, hidden_version = ${kept('hidden_version')},
      liked_version = ${kept('liked_version')}, replies_version = ${kept('replies_version')},
      deleted_version = case when comment.deleted_at is null then null else 0 end
    from strayed where comment.account_id = strayed.account_id and comment.id = strayed.id`.execute(tx.kysely)
  return numAffectedRows > 0n
}
