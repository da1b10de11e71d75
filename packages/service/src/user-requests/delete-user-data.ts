import {
  type AccountRow,
  completeDataDeletion,
  type DataDeletionRow,
  type Db,
  deleteCopiesOf,
  deleteEventsNaming,
  deleteEventsOf,
  deleteSchedulesOf,
  deleteWritesOf,
  extendDataDeletion,
  findDataDeletion,
  listAccountsGrantedBy,
  listReconnected,
  lockAccounts,
  type Tx,
  transaction,
} from '@carillon/database'
import { disconnectAccounts } from '../accounts/disconnect-accounts.ts'
import { auditEndedConnections } from '../audit/connection-ended.ts'
import type { Context } from '../context.ts'
import { queueJob } from '../queue/job-rows.ts'

const dayMs = 86_400_000

/** The number of accounts that are deleted in one transaction. */
const atOnce = 50

/** Seconds after which writes that have not ended are checked again. */
const pauseSeconds = 60

/**
 * Job: deletes the data of a user who requested it, unless this is done already: the accounts that the user connected,
 * with credentials, comments and messages, then the schedules and external writes of these accounts, the networks'
 * webhook events about them, and Carillon's events about them except `account.disconnected`. Accounts that were
 * connected or reconnected after the request are kept. Writes in progress end first, so that nothing is sent twice; the
 * job queues itself again until all this is deleted.
 * @param code the confirmation code of the request
 */
export async function deleteUserData(context: Context, code: string): Promise<void> {
  const row = await findDataDeletion(context.db, code)
  if (!row || row.completedAt !== null) return
  const extended = await removeAccounts(context, row)
  await deleteSchedulesOf(context.db, extended.accountIds)
  const writes = await deleteWritesOf(context.db, extended.accountIds)
  const now = context.now()
  const since = new Date(now.getTime() - (context.config.eventsKeptDays + 1) * dayMs)
  await deleteEventsOf(context.db, { accountIds: extended.accountIds, since, now })
  const { platforms, objectIds: ids } = extended
  const events = await deleteEventsNaming(context.db, { platforms, ids })
  if (writes + events > 0) {
    const runAt = new Date(context.now().getTime() + pauseSeconds * 1000)
    await queueJob(context.db, 'user.delete', { id: code, runAt })
    return
  }
  await completeDataDeletion(context.db, code, context.now())
  context.log.info({ count: extended.accountIds.length }, 'user data deleted')
}

/** Returns the account without the data about its user: the id, names and avatar are empty or null. */
const withoutUser = (account: AccountRow): AccountRow => ({
  ...account,
  ...{ providerId: '', displayIdentifier: null, displayName: null, avatarUrl: null },
})

/** Returns the users' accounts except those that were connected or reconnected after `requestedAt`. */
async function listUnrenewed(db: Db, { platforms, userIds: ids, requestedAt }: DataDeletionRow): Promise<AccountRow[]> {
  const known = await listAccountsGrantedBy(db, { platforms, ids })
  const accountIds = known.map(({ id }) => id)
  const renewed = new Set(await listReconnected(db, { accountIds, since: requestedAt }))
  return known.filter(({ id, connectedAt }) => connectedAt <= requestedAt && !renewed.has(id))
}

/**
 * Deletes the user's accounts, except those that were connected or reconnected after the request: the user has agreed
 * to them since. Some are deleted in each transaction, as a user can have granted access to any number of accounts. The
 * ids of the deleted ones are kept until their further data is deleted as well. Returns the request with these ids.
 */
async function removeAccounts(context: Context, request: DataDeletionRow): Promise<DataDeletionRow> {
  for (let row = request; ; ) {
    const accountIds = (await listUnrenewed(context.db, request)).slice(0, atOnce).map(({ id }) => id)
    if (accountIds.length === 0) return row
    await deleteCopiesOf(context.db, accountIds)
    row = await transaction(context.db, (tx) => removeSome(context, tx, { request, accountIds }))
  }
}

/**
 * Deletes those of these accounts that have not been renewed meanwhile. They are locked before they are read, as an
 * authorization that is being stored does. Returns the request with the ids of the deleted ones.
 */
async function removeSome(
  context: Context,
  tx: Tx,
  { request, accountIds }: { request: DataDeletionRow; accountIds: readonly string[] },
): Promise<DataDeletionRow> {
  const { code } = request
  await lockAccounts(tx, accountIds)
  const found = (await listUnrenewed(tx, request)).filter(({ id }) => accountIds.includes(id))
  const accounts = await disconnectAccounts(context, tx, { accounts: found, requestId: code, shown: withoutUser })
  await auditEndedConnections(tx, accounts, { action: 'system.accounts.delete', at: context.now() })
  const names = found.flatMap(({ providerId, ownerId }) => [providerId, ownerId ?? ''])
  const objectIds = [...new Set(names)].filter((name) => name !== '')
  return extendDataDeletion(tx, code, { accountIds: found.map(({ id }) => id), objectIds })
}
