import { type AccountRow, deleteAccounts, raiseEvents, type Tx } from '@carillon/database'
import { accountEvent } from '../account-changes/change-account.ts'
import type { Context } from '../context.ts'
import { queueRevocations } from './grant-revocation.ts'

/**
 * Deletes accounts with their credentials (`deleteAccounts`), stores an event `account.disconnected` for each, and
 * queues jobs that revoke their grants at the networks (`queueRevocations`), all in the caller's transaction. Returns
 * the accounts without those that another transaction has deleted meanwhile. Call `deleteCopiesOf` before the
 * transaction, as each account can have any number of comments.
 * @param options.shown returns the account as the event shows it; the account itself by default
 */
export async function disconnectAccounts(
  context: Context,
  tx: Tx,
  {
    accounts,
    requestId,
    shown = (account) => account,
  }: { accounts: readonly AccountRow[]; requestId: string; shown?: (account: AccountRow) => AccountRow },
): Promise<AccountRow[]> {
  await queueRevocations(context, tx, { accounts, requestId })
  const ids = await deleteAccounts(
    tx,
    accounts.map(({ id }) => id),
  )
  const deleted = accounts.filter(({ id }) => ids.includes(id))
  await raiseEvents(
    tx,
    deleted.map((account) => accountEvent(context, shown(account), 'account.disconnected')),
  )
  return deleted
}
