import type { Account } from '@carillon/client'
import { networks } from './networks.ts'

/** The name of an account; without one, its handle or number, otherwise its id at the network. */
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
