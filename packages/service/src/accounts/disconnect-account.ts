import { deleteAccount, raiseEvents, transactionInTurn } from '@carillon/database'
import { accountEvent } from '../account-changes/change-account.ts'
import type { UseCase } from '../request.ts'
import { accountNotFound } from '../scope.ts'
import { queueRevocations } from './grant-revocation.ts'

/**
 * Deletes an account with its credentials and queues a job that revokes its grant at the platform.
 * @throws ServiceError `account_not_found` if the account was deleted meanwhile
 */
export const disconnectAccount: UseCase<'accounts.disconnect'> = async (context, { grant, account, requestId }) => {
  await transactionInTurn(context.db, ['account', account.id], async (tx) => {
    await queueRevocations(context, tx, { accounts: [account], requestId })
    if (!(await deleteAccount(tx, grant.scope, account.id))) throw accountNotFound()
    await raiseEvents(tx, [accountEvent(context, account, 'account.disconnected')])
  })
  context.log.info({ requestId, accountId: account.id, platform: account.platform }, 'account disconnected')
  return { status: 200, body: { accountId: account.id, deleted: true } }
}
