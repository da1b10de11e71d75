import {
  type AccountRow,
  deleteCopiesOf,
  holdOrganization,
  leaveSchedules,
  listAccounts,
  deleteProfile as removeProfile,
  transaction,
  transactionInTurn,
} from '@carillon/database'
import { disconnectAccounts } from '../accounts/disconnect-accounts.ts'
import type { Context } from '../context.ts'
import type { UseCase } from '../request.ts'
import { profileNotFound, requireProfile } from '../scope.ts'

/** The number of accounts that are disconnected in one transaction. */
const atOnce = 50

/** Disconnects accounts, some in each transaction, so that none of these is long. */
async function disconnectInParts(context: Context, accounts: readonly AccountRow[], requestId: string): Promise<void> {
  for (let from = 0; from < accounts.length; from += atOnce) {
    const part = accounts.slice(from, from + atOnce)
    await deleteCopiesOf(
      context.db,
      part.map(({ id }) => id),
    )
    await transaction(context.db, (tx) => disconnectAccounts(context, tx, { accounts: part, requestId }))
  }
}

/**
 * Deletes a profile with its accounts, connection sessions, slots, webhook endpoints and connect links, and the API
 * keys bound to this profile alone with their descendants; keys bound to several profiles keep the others. Its
 * schedules become publishes that fail; external writes, events and charges stay. Stores an event
 * `account.disconnected` for each account, and queues jobs that revoke the grants of the accounts at the networks. The
 * accounts are disconnected first, without a lock of the organization: if the deletion fails, some may be disconnected
 * already.
 * @throws ServiceError `profile_not_found`
 */
export const deleteProfile: UseCase<'profiles.delete'> = async (context, { grant, input, requestId }) => {
  const { profileId } = input.params
  const { organizationId } = grant.scope
  await requireProfile(context, grant, profileId)
  await disconnectInParts(context, await listAccounts(context.db, grant.scope, { profileId }), requestId)
  await leaveSchedules(context.db, { profileId })
  await transactionInTurn(context.db, ['organization', organizationId], async (tx) => {
    // An account that is connected after the list would be deleted without its event and its revocation.
    await holdOrganization(tx, organizationId)
    const late = await listAccounts(tx, grant.scope, { profileId })
    await disconnectAccounts(context, tx, { accounts: late, requestId })
    if (!(await removeProfile(tx, grant.scope, profileId))) throw profileNotFound()
  })
  return { status: 200, body: { id: profileId, deleted: true } }
}
