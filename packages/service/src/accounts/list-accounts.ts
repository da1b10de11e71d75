import { type AccountFilter, type AccountRow, listAccounts as readAccounts } from '@carillon/database'
import type { AccountFailure } from '@carillon/domain'
import { aggregate } from '../aggregate.ts'
import type { Context } from '../context.ts'
import type { Answer, Grant, UseCase } from '../request.ts'
import { viewAccount } from './account-view.ts'

/** What an aggregate says of an account that it lists although it has to be connected again. */
function expired(account: AccountRow): AccountFailure[] {
  if (account.status === 'connected') return []
  return [
    {
      accountId: account.id,
      profileId: account.profile_id,
      platform: account.platform,
      code: 'connection_unavailable',
      message: 'The connection expired; the customer has to reconnect the account.',
    },
  ]
}

async function list(context: Context, grant: Grant, filter: AccountFilter): Promise<Answer> {
  const rows = await readAccounts(context.db, grant.scope, filter)
  return aggregate(
    'accounts',
    rows.map((row) => ({ records: [viewAccount(row)], errors: expired(row) })),
  )
}

export const listAccounts: UseCase<'accounts.list'> = (context, { grant, address, input }) =>
  list(context, grant, {
    ...(address && { profileId: address.profileId }),
    ...(address?.accountId && { accountId: address.accountId }),
    ...(input.query.platform && { platforms: [input.query.platform] }),
  })

export const listAccountsOfProfile: UseCase<'accounts.listOfProfile'> = (context, { grant, input }) =>
  list(context, grant, { profileId: input.params.profileId })
