import type { Person } from './people.ts'

/** Conditions for the special traits of accounts, by which tests find accounts, keyed by trait. */
const traits: Record<string, (person: Person) => boolean> = {
  personal: ({ business }) => !business,
  few_followers: ({ followers }) => followers < 100,
  comments_off: ({ commentDisabled }) => commentDisabled,
  no_website_clicks: ({ business, registeredBusiness }) => business && !registeredBusiness,
}

/**
 * Returns the traits of an account, names of its special properties such as `few_followers`, by which tests find it;
 * empty for an ordinary account.
 */
export function traitsOf(person: Person): string[] {
  return Object.entries(traits).flatMap(([name, has]) => (has(person) ? [name] : []))
}
