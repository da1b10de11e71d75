import { type AccountRow, listAccounts, readCredential } from '@carillon/database'
import { supports } from '@carillon/domain'
import { viewAccount } from '../account-changes/account-view.ts'
import { aggregate, readAccounts } from '../aggregate.ts'
import { connectionExpired } from '../credentials/connection-expired.ts'
import { refreshCredentials } from '../credentials/refresh-credentials.ts'
import type { UseCase } from '../request.ts'
import { requireAccount } from '../scope.ts'

/**
 * Refreshes the tokens of all accounts of a profile, some at a time. Accounts that have expired, and those whose
 * refresh fails or does not end before the deadline of the request, are in `errors` of a 207 response; other accounts
 * of platforms whose tokens cannot be refreshed are returned unchanged. A refresh goes on after the deadline.
 * @throws ServiceError if all accounts failed: `provider_error` or `database_error` if that is the code of each,
 *   otherwise `provider_unavailable`
 */
export const refreshAccounts: UseCase<'accounts.refresh'> = async (context, { grant, input, requestId, signal }) => {
  const { profileId } = input.params
  const accounts = await listAccounts(context.db, grant.scope, { profileId })
  const read = async (account: AccountRow) => {
    const row = await readCredential(context.db, account.id)
    if (!row || account.status === 'expired') throw connectionExpired()
    if (supports('connect', account.platform))
      await refreshCredentials(context, { account, requestId, seen: row.generation })
    return [viewAccount(context, await requireAccount(context, grant, account.id))]
  }
  const readings = await readAccounts(accounts, { signal, read })
  return aggregate(readings, { list: (accounts) => ({ accounts }) })
}
