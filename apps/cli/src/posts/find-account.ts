import type { Account, Client } from '@carillon/client'
import { UsageError } from '../usage-error.ts'

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

const described = ({ accountId, platform, displayIdentifier, displayName }: Account) =>
  `  ${accountId}  ${platform}  ${displayIdentifier ?? displayName ?? ''}`

async function accountsOf(client: Client, signal: AbortSignal): Promise<Account[]> {
  const found: Account[] = []
  for await (const { id: profileId } of client.profiles.list({}, { signal })) {
    for await (const account of client.accounts.list({ profileId }, { signal })) found.push(account)
  }
  return found
}

/** Returns every name by which a user can refer to the account. */
const namesOf = ({ platform, displayIdentifier, displayName }: Account) =>
  [platform, displayIdentifier, displayIdentifier?.replace(/^@/, ''), displayName].map((name) => name?.toLowerCase())

/**
 * Reads the account with this id, handle (with or without `@`), display name or platform, in upper or lower case.
 * @throws UsageError if no account matches, or several do; the error of the client if the accounts cannot be read, or
 *   ApiError `account_not_found` for an unknown id
 */
export async function findAccount(client: Client, given: string, signal: AbortSignal): Promise<Account> {
  if (uuid.test(given)) {
    const { accounts } = await client.accounts.list({ accountId: given }, { signal })
    const [account] = accounts
    if (account) return account
  }
  const all = await accountsOf(client, signal)
  const wanted = given.replace(/^@/, '').toLowerCase()
  const matching = all.filter((account) => namesOf(account).includes(wanted))
  const [account] = matching
  if (account && matching.length === 1) return account
  const problem = matching.length === 0 ? 'is no connected account' : `is the name of ${matching.length} accounts`
  const list = (matching.length === 0 ? all : matching).map(described).join('\n')
  const advice = list === '' ? 'None is connected: run `carillon connect`.' : `Give the id of one:\n${list}`
  throw new UsageError(`${given} ${problem}. ${advice}`)
}
