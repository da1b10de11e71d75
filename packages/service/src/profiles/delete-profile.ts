import {
  holdOrganization,
  listAccounts,
  raiseEvents,
  deleteProfile as removeProfile,
  transactionInTurn,
} from '@carillon/database'
import { accountEvent } from '../account-changes/change-account.ts'
import { queueRevocations } from '../accounts/grant-revocation.ts'
import type { UseCase } from '../request.ts'
import { profileNotFound } from '../scope.ts'

/**
 * Deletes a profile with its accounts, stores an event `account.disconnected` for each account, and queues jobs that
 * revoke the grants of the accounts at the networks.
 * @throws ServiceError `profile_not_found`
 */
export const deleteProfile: UseCase<'profiles.delete'> = async (context, { grant, input, requestId }) => {
  const { profileId } = input.params
  await transactionInTurn(context.db, ['organization', grant.scope.organizationId], async (tx) => {
    // An account that is connected after the list would be deleted without its event and its revocation.
    await holdOrganization(tx, grant.scope.organizationId)
    const accounts = await listAccounts(tx, grant.scope, { profileId })
    await queueRevocations(context, tx, { accounts, requestId })
    if (!(await removeProfile(tx, grant.scope, profileId))) throw profileNotFound()
    await raiseEvents(
      tx,
      accounts.map((account) => accountEvent(context, account, 'account.disconnected')),
    )
  })
  return { status: 200, body: { id: profileId, deleted: true } }
}
