import type { Person } from './state/state.ts'

/** Special properties of accounts, by which a test finds them; shown as `traits` in the state. */
const traits: Record<string, (person: Person) => boolean> = {
  hidden_subscribers: ({ subscribersHidden }) => subscribersHidden,
  no_figures: ({ hasFigures }) => !hasFigures,
  comments_off: ({ commentsOff }) => commentsOff,
}

/** The account's traits; an ordinary account has none. */
export function traitsOf(person: Person): string[] {
  return Object.entries(traits).flatMap(([name, has]) => (has(person) ? [name] : []))
}
