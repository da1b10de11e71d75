import { MIN_FOLLOWERS } from '../meta/insights/instagram-insights.ts'
import type { InstagramAccount } from '../meta/state/people.ts'

/**
 * Conditions for special properties of accounts, by which tests find accounts, keyed by the name that `traits` in the
 * state shows.
 */
const TRAITS: Record<string, (account: InstagramAccount) => boolean> = {
  no_figures: ({ followers }) => followers < MIN_FOLLOWERS,
}

/**
 * Returns the traits of an account, names of its special properties such as `no_figures`, by which tests find it; empty
 * for an ordinary account.
 */
export function accountTraits(account: InstagramAccount): string[] {
  if (account.accountType === 'Personal') return []
  return Object.entries(TRAITS).flatMap(([name, has]) => (has(account) ? [name] : []))
}
