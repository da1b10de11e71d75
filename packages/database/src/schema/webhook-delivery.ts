import type { DeliveryStatus, EventType } from '@carillon/domain'
import type { Generated, Selectable } from 'kysely'

/** One event on its way to one endpoint. */
export interface WebhookDeliveryTable {
  id: string
  endpointId: string
  organizationId: string
  eventId: string
  /** Where the event is in the feed; null for a test, which has a body of its own. */
  eventPosition: number | null
  eventStoredAt: Date | null
  type: EventType
  objectType: string
  objectId: string
  status: Generated<DeliveryStatus>
  attempts: Generated<number>
  /** Failed attempts since it was queued, by which the next delay is chosen. */
  failures: Generated<number>
  /** When it is due; while an attempt is in flight, the end of its claim; null if no attempt follows. */
  nextAttemptAt: Date | null
  /** Set while an attempt is in flight. */
  claimedUntil: Generated<Date | null>
  createdAt: Date
  /** The body of a test; null for an event of the feed. */
  body: Generated<string | null>
}

export type WebhookDeliveryRow = Selectable<WebhookDeliveryTable>

export interface WebhookDeliveryAttemptTable {
  deliveryId: string
  number: number
  endpointId: string
  at: Date
  durationMs: number
  /** The HTTP status; null without a response. */
  status: number | null
  /** Why it failed; null if it succeeded. */
  error: string | null
  /** The beginning of the response. */
  response: string | null
}

export type WebhookDeliveryAttemptRow = Selectable<WebhookDeliveryAttemptTable>
