import { createHash } from 'node:crypto'

/** An event as the check needs it. */
export interface Seen {
  id: string
  objectId: string
  /** The number among the events of its object. */
  sequence: number
}

/** What a reader has seen of an object: how many events, and a hash over their ids in order. */
export interface ObjectSeen {
  count: number
  digest: string
}

export interface FollowedFeed {
  /** By the id of the object. */
  objects: Record<string, ObjectSeen>
  events: number
  /** Sequences that were left out when a later event of their object came, and those that came again or too late. */
  skipped: number
  twice: number
}

export const unseen: ObjectSeen = { count: 0, digest: '' }

/** What has been seen of an object after one more event. */
export function withEvent({ count, digest }: ObjectSeen, id: string): ObjectSeen {
  return { count: count + 1, digest: createHash('md5').update(digest).update(id).digest('base64') }
}

/** Takes the events of a feed in the order in which a reader gets them, and counts what is wrong with them. */
export function followFeed() {
  const objects = new Map<string, ObjectSeen & { last: number }>()
  let [events, skipped, twice] = [0, 0, 0]
  return {
    see({ id, objectId, sequence }: Seen): void {
      const before = objects.get(objectId) ?? { ...unseen, last: 0 }
      if (sequence <= before.last) twice++
      else skipped += sequence - before.last - 1
      objects.set(objectId, { ...withEvent(before, id), last: Math.max(before.last, sequence) })
      events++
    },
    result: (): FollowedFeed => ({
      ...{ events, skipped, twice },
      objects: Object.fromEntries([...objects].map(([id, { count, digest }]) => [id, { count, digest }])),
    }),
  }
}
