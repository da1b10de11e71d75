import type { Account } from '@carillon/client'
import { networks } from './networks.ts'

/**
 * The name of an account; the first that it has of name, handle or number, and id at the network, or words for none.
 */
export function accountName({ displayName, displayIdentifier, providerId }: Account): string {
  return displayName || displayIdentifier || providerId || 'Account without a name'
}

/**
 * The handle or number of an account that also has a name; null if `accountName` already returns it, or none exists.
 */
export function accountHandle(account: Account): string | null {
  const { displayName, displayIdentifier } = account
  return displayName && displayIdentifier && displayName !== displayIdentifier ? displayIdentifier : null
}

/** An account as an option of a select: its id, and its name with that of its network. */
export function accountOption(account: Account): { value: string; label: string } {
  return { value: account.accountId, label: `${accountName(account)} (${networks[account.platform].name})` }
}
