import { keysOf } from '@carillon/errors'

/**
 * The permissions that each paid background read of X needs.
 * @see https://docs.x.com/x-api/direct-messages/lookup/introduction (read 2026-11-20)
 */
const switchScopes = {
  analytics: ['tweet.read', 'users.read'],
  inbox: ['dm.read', 'tweet.read', 'users.read'],
} as const

type Switches = { [S in keyof typeof switchScopes]?: boolean }

/**
 * Returns the scopes that an X account lacks for the paid background reads that are true in `wanted` (`analytics` and
 * `inbox`); empty if it lacks none.
 * @param granted the scopes that the account was granted
 */
export function missingSwitchScopes(wanted: Switches, granted: readonly string[]): string[] {
  const needed = keysOf(switchScopes).flatMap((name) => (wanted[name] ? [...switchScopes[name]] : []))
  return [...new Set(needed)].filter((scope) => !granted.includes(scope))
}
