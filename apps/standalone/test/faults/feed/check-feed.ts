import { type FollowedFeed, type ObjectSeen, unseen, withEvent } from './followed.ts'

/** A change whose transaction was committed. */
export interface Change {
  objectId: string
  eventId: string
}

export interface FeedFaults {
  /** Events that a reader did not see, and events that it saw twice. */
  skipped: number
  twice: number
  /** Objects whose events a reader saw in another order, or that include an event of no committed change. */
  disordered: number
}

/** What each reader of an organization has to see, by the object; the changes come in the order of their commits. */
export function expectedOf(changes: readonly Change[]): Map<string, ObjectSeen> {
  const expected = new Map<string, ObjectSeen>()
  for (const { objectId, eventId } of changes) {
    expected.set(objectId, withEvent(expected.get(objectId) ?? unseen, eventId))
  }
  return expected
}

/** Compares what a reader saw with what was committed. */
export function judgeFeed(feed: FollowedFeed, expected: ReadonlyMap<string, ObjectSeen>): FeedFaults {
  const faults: FeedFaults = { skipped: feed.skipped, twice: feed.twice, disordered: 0 }
  let missing = 0
  for (const objectId of new Set([...expected.keys(), ...Object.keys(feed.objects)])) {
    const committed = expected.get(objectId) ?? unseen
    const seen = feed.objects[objectId] ?? unseen
    missing += Math.max(0, committed.count - seen.count)
    if (seen.count > committed.count) faults.twice += seen.count - committed.count
    else if (seen.count === committed.count && seen.digest !== committed.digest) faults.disordered++
  }
  // What a reader left out in the middle is missing at the end as well.
  faults.skipped = Math.max(faults.skipped, missing)
  return faults
}
