import type { Person } from './state/state.ts'

/**
 * Conditions for special properties of accounts, by which tests find accounts, keyed by the name that `traits` in the
 * state shows.
 */
const traits: Record<string, (person: Person) => boolean> = {
  hidden_subscribers: ({ subscribersHidden }) => subscribersHidden,
  no_figures: ({ hasFigures }) => !hasFigures,
  comments_off: ({ commentsOff }) => commentsOff,
}

/** Returns the traits of an account; empty for an ordinary account. */
export function traitsOf(person: Person): string[] {
  return Object.entries(traits).flatMap(([name, has]) => (has(person) ? [name] : []))
}
