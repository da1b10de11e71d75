import { MIN_FOLLOWERS } from '../meta/insights/instagram-insights.ts'
import type { InstagramAccount } from '../meta/state/people.ts'

/**
 * The traits of accounts: functions that return whether an account has the trait, keyed by the trait's name. Tests find
 * accounts by `traits` in the state.
 */
const TRAITS: Record<string, (account: InstagramAccount) => boolean> = {
  no_figures: ({ followers }) => followers < MIN_FOLLOWERS,
}

/**
 * Returns the traits of an account, names of its special properties such as `no_figures`, by which tests find it; empty
 * for an ordinary account and for a personal one.
 */
export function accountTraits(account: InstagramAccount): string[] {
  if (account.accountType === 'Personal') return []
  return Object.entries(TRAITS).flatMap(([name, has]) => (has(account) ? [name] : []))
}
