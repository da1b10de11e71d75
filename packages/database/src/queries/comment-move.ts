import { tableOf } from '@carillon/errors'
import { sql } from 'kysely'
import type { Tx } from '../db.ts'

/**
 * Moves stored comments into the copy of a post (its stored comments), because a read of the post has just returned
 * them. They are moved out of a copy that was never read from the network, or in which they are marked as deleted
 * because a read did not find them. They got there because webhook events can name a part of the post, such as an image
 * of an album, in its place. Comments that another transaction is changing stay where they are. Returns whether any was
 * moved. Requires the lock of `lockCommentPost`.
 * @param version the version of the copy after this change. Changes of the comments that were made through the API get
 *   it, so that the read, which may not contain them, does not revert them
 */
export async function takeFromUnreadCopies(
  tx: Tx,
  { accountId, copyId, ids, version }: { accountId: string; copyId: string; ids: readonly string[]; version: number },
): Promise<boolean> {
  const versions = tableOf(['hiddenVersion', 'likedVersion', 'repliesVersion'], (name) => {
    return sql<number>`case when ${sql.ref(`comment.${name}`)} > 0 then ${version}::bigint else 0 end`
  })
  const { numUpdatedRows } = await tx.kysely
    .with('strayed', (cte) =>
      cte
        .selectFrom('comment')
        .innerJoin('commentPost as other', 'other.id', 'comment.copyId')
        .select(['comment.accountId', 'comment.id'])
        .where('comment.accountId', '=', accountId)
        .where('comment.id', '=', sql<string>`any(${[...ids]}::text[])`)
        .where('comment.copyId', '<>', copyId)
        .where(({ eb, not, or }) => {
          const isUnread = eb('other.syncedAt', 'is', null).and('other.fullAt', 'is', null)
          return or([isUnread, eb('comment.deletedAt', 'is not', null).and(not('comment.deletedHere'))])
        })
        .forUpdate('comment')
        .skipLocked(),
    )
    .updateTable('comment')
    .from('strayed')
    .set({
      ...{ copyId, seenPass: 0, threadPass: 0, threadOpen: false, createdVersion: version, fetchVersion: 0 },
      ...versions,
      deletedVersion: sql`case when comment.deleted_at is not null then 0 end`,
    })
    .whereRef('comment.accountId', '=', 'strayed.accountId')
    .whereRef('comment.id', '=', 'strayed.id')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
