import type { Person } from '../../meta/state/people.ts'
import type { State } from '../../meta/state/state.ts'

/**
 * The traits of users as advertisers: functions that return whether a user with this number of active ad accounts has
 * the trait, keyed by the trait's name. Tests find users by `traits` in the state.
 */
const TRAITS: Record<string, (adAccounts: number) => boolean> = {
  no_ads: (adAccounts) => adAccounts === 0,
  two_ad_accounts: (adAccounts) => adAccounts === 2,
}

/**
 * Returns the names by which tests find users with a certain number of active ad accounts: `no_ads` for none,
 * `two_ad_accounts` for exactly two; otherwise an empty list.
 */
export function advertiserTraits({ id }: Person, { ads }: State): string[] {
  const own = [...ads.adAccounts.values()].filter(({ personIds, status }) => personIds.includes(id) && status === 1)
  return Object.entries(TRAITS).flatMap(([name, has]) => (has(own.length) ? [name] : []))
}
