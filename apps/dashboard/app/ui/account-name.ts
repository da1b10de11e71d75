import type { Account } from '@carillon/client'

/** How an account is called: by its name, or else by what identifies it. */
export function accountName({ displayName, displayIdentifier, providerId }: Account): string {
  return displayName || displayIdentifier || providerId || 'Account without a name'
}

/** How an account is told apart from others of the same name. */
export function accountHandle(account: Account): string | null {
  const { displayName, displayIdentifier } = account
  return displayName && displayIdentifier && displayName !== displayIdentifier ? displayIdentifier : null
}
