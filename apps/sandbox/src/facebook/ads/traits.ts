import type { Person } from '../../meta/state/people.ts'
import type { State } from '../../meta/state/state.ts'

/**
 * Conditions for special properties of users as advertisers, by which tests find users, keyed by the name that `traits`
 * in the state shows.
 */
const TRAITS: Record<string, (adAccounts: number) => boolean> = {
  no_ads: (adAccounts) => adAccounts === 0,
  two_ad_accounts: (adAccounts) => adAccounts === 2,
}

/**
 * Returns the traits of a user as an advertiser: `no_ads`, `two_ad_accounts` or none. Disabled ad accounts do not
 * count.
 */
export function advertiserTraits({ id }: Person, { ads }: State): string[] {
  const own = [...ads.adAccounts.values()].filter(({ personIds, status }) => personIds.includes(id) && status === 1)
  return Object.entries(TRAITS).flatMap(([name, has]) => (has(own.length) ? [name] : []))
}
