import { sql } from 'kysely'
import { type Db, transactionInTurn } from '../db.ts'
import { lockAccounts } from './accounts-of-users.ts'
import { deleteMarked } from './comment-post.ts'
import { lockCommentPushes } from './comment-push.ts'

/**
 * The number of posts that are deleted in one statement, with up to 10,000 comments of each. Those marked as deleted,
 * which are not counted, are deleted before.
 */
const postsAtOnce = 20
/** The number of messages that are deleted in one statement. */
const messagesAtOnce = 20_000

/**
 * Deletes the stored copies of comments of accounts, a few posts in each transaction, so that no statement runs into
 * its timeout and none locks the account for long. Call it before a transaction that deletes the accounts. Copies that
 * are made meanwhile may remain. Ignores ids without an account.
 */
export async function deleteCopiesOf(db: Db, accountIds: readonly string[]): Promise<void> {
  for (const accountId of accountIds) while (await deletePosts(db, accountId));
}

/**
 * Deletes up to 20 posts of an account with their comments, or only comments on them that are marked as deleted, if
 * there are many of these. Returns whether there may be more to delete.
 */
function deletePosts(db: Db, accountId: string): Promise<boolean> {
  return transactionInTurn(db, ['account', accountId], async (tx) => {
    await lockCommentPushes(tx, accountId)
    const posts = tx.kysely.selectFrom('commentPost').select('id').where('accountId', '=', accountId)
    const some = await posts.orderBy('id').limit(postsAtOnce).forUpdate().execute()
    const ids = some.map(({ id }) => id)
    if (await deleteMarked(tx, accountId, ids)) return true
    await tx.kysely.deleteFrom('commentPost').where(sql<boolean>`id = any(${ids}::uuid[])`).execute()
    return ids.length === postsAtOnce
  })
}

/** Deletes the messages of an account, some in each statement, so that none runs into its timeout. */
async function deleteMessagesOf(tx: Db, accountId: string): Promise<void> {
  const messages = tx.kysely.selectFrom('message').select(['occurredAt', 'id']).where('accountId', '=', accountId)
  let last: { at: string; id: string; count: number } | undefined
  do {
    const after = last && sql<boolean>`(occurred_at, id) < (${last.at}::timestamptz, ${last.id}::uuid)`
    const newest = (after ? messages.where(after) : messages).orderBy('occurredAt', 'desc').orderBy('id', 'desc')
    const part = () => newest.limit(messagesAtOnce)
    last = await tx.kysely
      .with((cte) => cte('part').materialized(), part)
      .with('gone', (cte) => cte.deleteFrom('message').where('id', 'in', cte.selectFrom('part').select('id')))
      .selectFrom('part')
      .select([
        sql<string>`occurred_at::text`.as('at'),
        'id',
        sql<number>`(select count(*) from part)::int`.as('count'),
      ])
      .orderBy('occurredAt')
      .orderBy('id')
      .limit(sql.lit(1))
      .executeTakeFirst()
  } while (last?.count === messagesAtOnce)
}

/**
 * Deletes accounts of any organization with their credentials, messages, comments and what networks reported about
 * them. Their external writes, schedules, events and charges are kept. Returns the ids of those that existed. Call it
 * in a transaction, as it sends several statements, after `deleteCopiesOf`.
 */
export async function deleteAccounts(tx: Db, ids: readonly string[]): Promise<string[]> {
  const deleted: string[] = []
  await lockAccounts(tx, ids)
  // One by one: each can have so many comments and messages that a statement for all would run into its timeout.
  for (const id of ids) {
    await deleteMessagesOf(tx, id)
    const { numDeletedRows } = await tx.kysely.deleteFrom('account').where('id', '=', id).executeTakeFirst()
    if (numDeletedRows > 0n) deleted.push(id)
  }
  return deleted
}
