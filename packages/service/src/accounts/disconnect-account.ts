import { deleteCopiesOf, transactionInTurn } from '@carillon/database'
import type { UseCase } from '../request.ts'
import { accountNotFound } from '../scope.ts'
import { disconnectAccounts } from './disconnect-accounts.ts'

/**
 * Deletes an account with its credentials and its stored comments and messages, stores the event
 * `account.disconnected`, and queues a job that revokes its grant at the platform (`queueRevocations`). Its schedules
 * become publishes that fail; its external writes, events and charges stay.
 * @throws ServiceError `account_not_found` if the account was deleted meanwhile
 */
export const disconnectAccount: UseCase<'accounts.disconnect'> = async (context, { account, requestId }) => {
  await deleteCopiesOf(context.db, [account.id])
  await transactionInTurn(context.db, ['account', account.id], async (tx) => {
    const deleted = await disconnectAccounts(context, tx, { accounts: [account], requestId })
    if (deleted.length === 0) throw accountNotFound()
  })
  context.log.info({ requestId, accountId: account.id, platform: account.platform }, 'account disconnected')
  return { status: 200, body: { accountId: account.id, deleted: true } }
}
