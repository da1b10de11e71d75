import type { EndpointDisabledReason, EndpointStatus, EventObject } from '@carillon/domain'
import type { Generated, Selectable } from 'kysely'

/** Webhook endpoints: URLs at which clients receive events. */
export interface WebhookEndpointTable {
  id: string
  organizationId: string
  /** The profile whose events are delivered; null for all events of the organization. */
  profileId: string | null
  url: string
  /** The types of events to deliver, and patterns of types such as `account.*`, as the client set them. */
  types: string[]
  /**
   * The types of objects of which the API key that set the URL and the types may read events; null for all. Events of
   * other types of objects are not delivered.
   */
  readableObjects: EventObject[] | null
  description: string | null
  headerNames: string[]
  /** The encrypted request headers, keyed by name. */
  headers: Buffer
  status: EndpointStatus
  disabledReason: EndpointDisabledReason | null
  /** The encrypted signing secret. */
  secret: Buffer
  /** The encrypted former secrets, which also sign until `oldSecretUntil`; null if none exist. */
  oldSecret: Generated<Buffer | null>
  oldSecretUntil: Generated<Date | null>
  /** The number of failed attempts since the last success. */
  failures: Generated<number>
  /**
   * The time of the first failed attempt after the last success, in the order in which results are stored; null if the
   * last attempt succeeded, or none was made.
   */
  failingSince: Generated<Date | null>
  /** When an attempt last succeeded; one second earlier at most, as not every success is stored. */
  lastSuccessAt: Generated<Date | null>
  lastFailureAt: Generated<Date | null>
  createdAt: Date
  updatedAt: Date
}

export type WebhookEndpointRow = Selectable<WebhookEndpointTable>

/** A webhook endpoint to be stored. */
export type NewWebhookEndpoint = Omit<
  WebhookEndpointRow,
  'oldSecret' | 'oldSecretUntil' | 'failures' | 'failingSince' | 'lastSuccessAt' | 'lastFailureAt'
>
