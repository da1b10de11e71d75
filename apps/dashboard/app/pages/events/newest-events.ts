import type { Event } from '@carillon/client'

/** The maximum number of events that the page keeps. */
const maxShown = 500

/** Newest first, each once: `added` as the feed has them, oldest first. */
export function withNewer(shown: readonly Event[], added: readonly Event[]): Event[] {
  const known = new Set(shown.map(({ id }) => id))
  const fresh = added.filter(({ id }) => !known.has(id))
  return [...fresh.toReversed(), ...shown].slice(0, maxShown)
}
