import type { DeliveryStatus, EventType } from '@carillon/domain'
import type { Generated, Selectable } from 'kysely'

/** Deliveries: each is one event for one webhook endpoint. */
export interface WebhookDeliveryTable {
  id: string
  endpointId: string
  organizationId: string
  eventId: string
  /** The position of the event in the feed; null for a test delivery, whose event is not in the feed. */
  eventPosition: number | null
  eventStoredAt: Date | null
  type: EventType
  objectType: string
  objectId: string
  status: Generated<DeliveryStatus>
  attempts: Generated<number>
  /** The number of failed attempts since the delivery was last queued, which determines the next delay. */
  failures: Generated<number>
  /** When the next attempt is due: a claim sets it to the end of the claim. Null if no attempt follows. */
  nextAttemptAt: Date | null
  /**
   * The end of the claim of the process that makes the current attempt; null once the attempt has ended. After a crash
   * of the process, the time stays until the next claim or the end of the delivery.
   */
  claimedUntil: Generated<Date | null>
  createdAt: Date
  /** The body of a test delivery; null for an event of the feed. */
  body: Generated<string | null>
}

export type WebhookDeliveryRow = Selectable<WebhookDeliveryTable>

/** The attempts of deliveries, numbered from 1 for each delivery. */
export interface WebhookDeliveryAttemptTable {
  deliveryId: string
  number: number
  endpointId: string
  at: Date
  durationMs: number
  /** The HTTP status; null without a response. */
  status: number | null
  /** Why the attempt failed; null if it succeeded. */
  error: string | null
  /** The beginning of the response body; null without a body. */
  response: string | null
}

export type WebhookDeliveryAttemptRow = Selectable<WebhookDeliveryAttemptTable>
