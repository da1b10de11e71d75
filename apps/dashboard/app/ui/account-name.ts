import type { Account } from '@carillon/client'
import { networks } from './networks.ts'

/** How an account is called: by its name, or else by what identifies it. */
export function accountName({ displayName, displayIdentifier, providerId }: Account): string {
  return displayName || displayIdentifier || providerId || 'Account without a name'
}

/** The text that distinguishes an account from others with the same name. */
export function accountHandle(account: Account): string | null {
  const { displayName, displayIdentifier } = account
  return displayName && displayIdentifier && displayName !== displayIdentifier ? displayIdentifier : null
}

/** An account as an entry of a list to choose from. */
export function accountOption(account: Account): { value: string; label: string } {
  return { value: account.accountId, label: `${accountName(account)} (${networks[account.platform].name})` }
}
