import { type EventType, eventTypes } from '@carillon/domain'
import type { Event } from './event-shape.ts'
import { eventRowOf } from './index.ts'

/**
 * Builds an event of a type as `GET /events` and webhook deliveries contain it, with the data of the type's example.
 * `timestamp` is the time of the event in ISO 8601.
 */
export function sampleEvent(type: EventType, { id, timestamp }: { id: string; timestamp: string }): Event {
  const { profileId, accountId, platform, objectId, data } = eventRowOf(type).example
  return {
    id,
    type,
    timestamp,
    profileId,
    accountId,
    platform,
    sequence: 1,
    object: { type: eventTypes[type], id: objectId },
    data: { ...Object(data) },
    apiVersion: 'v1',
  }
}
