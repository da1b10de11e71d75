import type { Person } from './people.ts'

/** Special properties of accounts, by which a test finds them; shown as `traits` in the state. */
const traits: Record<string, (person: Person) => boolean> = {
  personal: ({ business }) => !business,
  few_followers: ({ followers }) => followers < 100,
  comments_off: ({ commentDisabled }) => commentDisabled,
  no_website_clicks: ({ business, registeredBusiness }) => business && !registeredBusiness,
}

/** The traits of an account; an ordinary account has none. */
export function traitsOf(person: Person): string[] {
  return Object.entries(traits).flatMap(([name, has]) => (has(person) ? [name] : []))
}
