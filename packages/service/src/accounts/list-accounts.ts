import type { AccountFilter, AccountRow } from '@carillon/database'
import { type AccountFailure, type ExpiredReason, limits } from '@carillon/domain'
import { catalogueRow } from '@carillon/errors'
import { viewAccount } from '../account-changes/account-view.ts'
import { aggregate } from '../aggregate.ts'
import type { Context } from '../context.ts'
import { cutPage, pageOf } from '../list-page.ts'
import type { Grant, UseCase } from '../request.ts'
import { mapInTurns } from './map-in-turns.ts'
import { readAccounts } from './read-accounts.ts'

const expiredMessages: Readonly<Record<ExpiredReason, string>> = {
  deauthorized: 'The user removed the access of the app at the network; the user must reconnect the account.',
}

/**
 * Returns the entry in `errors` for an account that has expired, so that its user has to reconnect it; an empty list
 * for a connected account.
 */
function expired(account: AccountRow): AccountFailure[] {
  if (account.status === 'connected') return []
  return [
    {
      accountId: account.id,
      profileId: account.profileId,
      platform: account.platform,
      code: 'connection_unavailable',
      message:
        account.expiredReason === null
          ? catalogueRow('connection_expired').message
          : expiredMessages[account.expiredReason],
    },
  ]
}

/** Builds the `errors` entry for the first account of a platform that did not fit into the response. */
function leftOut({ id: accountId, profileId, platform }: AccountRow): AccountFailure {
  const message = `The response holds ${limits.aggregateRecords} accounts; this one and those after it are left out.`
  return { accountId, profileId, platform, code: 'result_limit', message }
}

async function list(
  context: Context,
  grant: Grant,
  { filter, query }: { filter: AccountFilter; query: { limit?: number; cursor?: string } },
) {
  const read = await readAccounts(context, grant.scope, { ...filter, ...pageOf(query) })
  const { rows, more } = cutPage(read, query, ({ connectedAt: at, id }) => ({ at, id }))
  const [listed, cut] = [rows.slice(0, limits.aggregateRecords), rows.slice(limits.aggregateRecords)]
  const missing = Object.values(Object.groupBy(cut, ({ platform }) => platform)).flatMap(
    (accounts) => accounts?.[0] ?? [],
  )
  const at = context.now()
  const records = await mapInTurns(listed, (row) => viewAccount({ config: context.config, now: () => at }, row))
  const errors = [...listed.flatMap(expired), ...missing.map(leftOut)]
  return aggregate([{ records, errors }], { list: (accounts) => ({ accounts, ...more }) })
}

/**
 * Lists the accounts that the API key has access to, filtered by profile, account and platform, in the order in which
 * they were connected: a page if the request has a `limit`, otherwise all. The response is 207 if an account's
 * connection has expired: the account is listed in `accounts` and in `errors`. It is also 207 if more than 10,000
 * accounts match: the rest is left out, with an entry in `errors` for each platform of these accounts.
 */
export const listAccounts: UseCase<'accounts.list'> = (context, { grant, target, input }) =>
  list(context, grant, {
    filter: {
      ...(target && { profileId: target.profileId }),
      ...(target?.account && { accountId: target.account.id }),
      ...(input.query.platform && { platforms: [input.query.platform] }),
    },
    query: input.query,
  })

/**
 * Lists the accounts of the profile in the path. The order, pages and the status 207 are those of `listAccounts`.
 */
export const listAccountsOfProfile: UseCase<'accounts.listOfProfile'> = (context, { grant, input }) =>
  list(context, grant, { filter: { profileId: input.params.profileId }, query: input.query })
