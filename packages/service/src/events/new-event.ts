import { randomUUIDv7 } from 'node:crypto'
import type { NewEvent } from '@carillon/database'
import { type EventType, maxEventDataBytes, type Platform } from '@carillon/domain'

/** To whom an event belongs; ids that do not apply are null. */
export interface EventOwner {
  organizationId: string
  profileId: string | null
  accountId: string | null
  platform: Platform | null
}

/** The lengths, in UTF-16 code units, to which texts are cut one after the other until an event is small enough. */
const textLengths = [16_384, 4_096, 1_024, 256, 64] as const

/** How many items of a list are kept where cutting texts is not enough. */
const maxItems = 50

/**
 * An event that is stored with the change that it reports. Its `data` has at most 64 KiB as JSON: longer texts in it
 * are cut, and it is then marked as truncated.
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

/** The text without half a character at its end. */
const wellFormed = (text: string): string => (text.isWellFormed() ? text : text.slice(0, -1))
