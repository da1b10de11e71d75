import type { Person } from '../../meta/state/people.ts'
import type { State } from '../../meta/state/state.ts'

/** Special properties of persons as advertisers, by which a test finds them; shown as `traits` in the state. */
const TRAITS: Record<string, (adAccounts: number) => boolean> = {
  no_ads: (adAccounts) => adAccounts === 0,
  two_ad_accounts: (adAccounts) => adAccounts === 2,
}

/** The traits of a user as an advertiser: `no_ads`, `two_ad_accounts` or none. Disabled ad accounts do not count. */
export function advertiserTraits({ id }: Person, { ads }: State): string[] {
  const own = [...ads.adAccounts.values()].filter(({ personIds, status }) => personIds.includes(id) && status === 1)
  return Object.entries(TRAITS).flatMap(([name, has]) => (has(own.length) ? [name] : []))
}
