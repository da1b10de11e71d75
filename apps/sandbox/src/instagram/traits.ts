import { MIN_FOLLOWERS } from '../meta/insights/instagram-insights.ts'
import type { InstagramAccount } from '../meta/state/people.ts'

/** Special properties of accounts that can be connected, by which a test finds them; shown as `traits` in the state. */
const TRAITS: Record<string, (account: InstagramAccount) => boolean> = {
  no_figures: ({ followers }) => followers < MIN_FOLLOWERS,
}

/** The traits of an account; an ordinary account has none. */
export function accountTraits(account: InstagramAccount): string[] {
  if (account.accountType === 'Personal') return []
  return Object.entries(TRAITS).flatMap(([name, has]) => (has(account) ? [name] : []))
}
