import type { Event } from '@carillon/client'

/** The maximum number of events that the page keeps. */
const maxShown = 500

/**
 * Adds the events `added`, which are oldest first as in the feed, to `shown`, which is newest first like the result.
 * Each event is listed once; only the newest 500 are kept.
 */
export function withNewer(shown: readonly Event[], added: readonly Event[]): Event[] {
  const known = new Set(shown.map(({ id }) => id))
  const fresh = added.filter(({ id }) => !known.has(id))
  return [...fresh.toReversed(), ...shown].slice(0, maxShown)
}
