import { randomUUIDv7 } from 'node:crypto'
import type { NewEvent } from '@carillon/database'
import { type EventType, maxEventDataBytes, type Platform } from '@carillon/domain'

/** The organization, profile, account and platform that an event belongs to; ids that do not apply are null. */
interface EventOwner {
  organizationId: string
  profileId: string | null
  accountId: string | null
  platform: Platform | null
}

/**
 * The lengths, in UTF-16 code units, to which strings are cut, tried one after the other until the event is small
 * enough.
 */
const textLengths = [16_384, 4_096, 1_024, 256, 64] as const

/** The number of items that are kept of each list if cutting strings is not enough. */
const maxItems = 50

/**
 * Builds an event, to be stored in the transaction that makes the change. If `data` has more than 64 KiB as JSON, its
 * strings and then its lists are shortened, and the event is marked as `truncated`.
 * @param object.id the id of the object that the event is about
 * @param object.at when the change happened
 * @param object.data the object as the API returns it after the change
 */
export function newEvent(
  owner: EventOwner,
  { type, id, at, data }: { type: EventType; id: string; at: Date; data: object },
): NewEvent {
  const { organizationId, profileId, accountId, platform } = owner
  const kept = withinLimit(data)
  return {
    ...{ id: randomUUIDv7(), type, organizationId, profileId, accountId, platform },
    ...{ objectId: id, occurredAt: at, truncated: kept !== data, data: kept },
  }
}

function withinLimit(data: object): object {
  if (isWithinLimit(data)) return data
  for (const length of textLengths) {
    const cut = shortened(data, { length, items: Number.POSITIVE_INFINITY })
    if (isWithinLimit(cut)) return cut
  }
  return shortened(data, { length: 64, items: maxItems })
}

const isWithinLimit = (data: object): boolean => Buffer.byteLength(JSON.stringify(data)) <= maxEventDataBytes

function shortened(data: object, to: { length: number; items: number }): object {
  return JSON.parse(JSON.stringify(data), (_name, value: unknown) => {
    if (typeof value === 'string') return wellFormed(value.slice(0, to.length))
    return Array.isArray(value) ? value.slice(0, to.items) : value
  })
}

/** Returns the string without a lone half of a surrogate pair at its end. */
const wellFormed = (text: string): string => (text.isWellFormed() ? text : text.slice(0, -1))
