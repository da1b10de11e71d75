import { sql } from 'kysely'
import type { Tx } from '../db.ts'
import type { CommentPushRow } from '../schema/push.ts'
import { lockUntilEnd } from '../statements/advisory-lock.ts'
import { keepAccounts } from './accounts-of-users.ts'

/**
 * Locks the pushed states of an account's comments (what the network's webhooks reported last about each comment) until
 * the transaction ends, waiting if necessary. Take this lock before the states are read and stored again, so that an
 * older push cannot replace a newer state; also before several posts of the account are locked, or their comments. The
 * account is not deleted until the transaction ends.
 */
export async function lockCommentPushes(tx: Tx, accountId: string): Promise<void> {
  await keepAccounts(tx, [accountId])
  await lockUntilEnd(tx, 'commentPush', accountId)
}

/**
 * Returns the pushed states of comments (when the text that webhooks reported last was written, and whether they
 * reported the comment as hidden or deleted), keyed by the network's id of the comment. Comments without a pushed state
 * are left out.
 */
export async function listCommentPushes(
  tx: Tx,
  accountId: string,
  commentIds: readonly string[],
): Promise<Map<string, CommentPushRow>> {
  const rows = await tx.kysely
    .selectFrom('commentPush')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('commentId', '=', sql<string>`any(${[...commentIds]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.commentId, row]))
}

/**
 * Stores the pushed state of a comment (what the network's webhooks reported last), replacing the stored one, even a
 * newer one. Requires the lock of `lockCommentPushes`.
 */
export async function storeCommentPush(tx: Tx, row: CommentPushRow): Promise<void> {
  const { accountId: _account, commentId: _comment, ...state } = row
  await tx.kysely
    .insertInto('commentPush')
    .values(row)
    .onConflict((conflict) => conflict.columns(['accountId', 'commentId']).doUpdateSet(state))
    .execute()
}
