import {
  type AccountRow,
  completeDataDeletion,
  type DataDeletionRow,
  deleteAccounts,
  deleteEventsNaming,
  deleteEventsOf,
  deleteSchedulesOf,
  deleteWritesOf,
  extendDataDeletion,
  findDataDeletion,
  listAccountsGrantedBy,
  raiseEvents,
  transaction,
} from '@carillon/database'
import { accountEvent } from '../account-changes/change-account.ts'
import { queueRevocations } from '../accounts/grant-revocation.ts'
import { auditEndedConnections } from '../audit/connection-ended.ts'
import type { Context } from '../context.ts'
import { queueJob } from '../queue/job-rows.ts'

const dayMs = 86_400_000

/** Seconds after which writes that have not ended are checked again. */
const pauseSeconds = 60

/**
 * Job: deletes everything stored about a user who requested it: accounts with credentials, comments and messages, then
 * schedules and publishes of these accounts, webhook events about them, and raised events. Writes in progress end
 * first, so that nothing is sent twice; the job queues itself again until everything is deleted.
 * @param code the confirmation code of the request
 */
export async function deleteUserData(context: Context, code: string): Promise<void> {
  const row = await findDataDeletion(context.db, code)
  if (!row || row.completedAt !== null) return
  const extended = await removeAccounts(context, row)
  await transaction(context.db, (tx) => deleteSchedulesOf(tx, extended.accountIds))
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

/**
 * Deletes the user's accounts, except those that were connected after the request: the user has agreed to them since.
 * Their ids are kept until their further data is deleted as well.
 */
function removeAccounts(
  context: Context,
  { code, platforms, userIds: ids, requestedAt }: DataDeletionRow,
): Promise<DataDeletionRow> {
  return transaction(context.db, async (tx) => {
    const known = await listAccountsGrantedBy(tx, { platforms, ids })
    const accounts = known.filter(({ connectedAt }) => connectedAt <= requestedAt)
    await queueRevocations(context, tx, { accounts, requestId: code })
    const accountIds = accounts.map(({ id }) => id)
    await deleteAccounts(tx, accountIds)
    await raiseEvents(
      tx,
      accounts.map((account) => accountEvent(context, withoutUser(account), 'account.disconnected')),
    )
    await auditEndedConnections(tx, accounts, { action: 'system.accounts.delete', at: context.now() })
    const names = accounts.flatMap(({ providerId, ownerId }) => [providerId, ownerId ?? ''])
    return extendDataDeletion(tx, code, { accountIds, objectIds: [...new Set(names)].filter((name) => name !== '') })
  })
}
