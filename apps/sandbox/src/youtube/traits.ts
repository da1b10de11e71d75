import type { Person } from './state/state.ts'

/** Conditions for the special traits of accounts, by which tests find accounts, keyed by trait. */
const traits: Record<string, (person: Person) => boolean> = {
  hidden_subscribers: ({ subscribersHidden }) => subscribersHidden,
  no_figures: ({ hasFigures }) => !hasFigures,
  comments_off: ({ commentsOff }) => commentsOff,
}

/**
 * Returns the traits of an account, names of its special properties by which tests find it; an empty list for an
 * ordinary one.
 */
export function traitsOf(person: Person): string[] {
  return Object.entries(traits).flatMap(([name, has]) => (has(person) ? [name] : []))
}
