import type { EndpointDisabledReason, EndpointStatus } from '@carillon/domain'
import type { Generated, Selectable } from 'kysely'

/** Where a client receives events. */
export interface WebhookEndpointTable {
  id: string
  organizationId: string
  /** The profile whose events it receives; null for all events of the organization. */
  profileId: string | null
  url: string
  /** Types of events and patterns, as they were set. */
  types: string[]
  description: string | null
  headerNames: string[]
  /** The encrypted headers by their names. */
  headers: Buffer
  status: EndpointStatus
  disabledReason: EndpointDisabledReason | null
  /** The encrypted secret. */
  secret: Buffer
  /** The encrypted secret before it was renewed, which also signs until `oldSecretUntil`. */
  oldSecret: Generated<Buffer | null>
  oldSecretUntil: Generated<Date | null>
  /** Failed attempts since the last success. */
  failures: Generated<number>
  /** When the first of these failed. */
  failingSince: Generated<Date | null>
  lastSuccessAt: Generated<Date | null>
  lastFailureAt: Generated<Date | null>
  createdAt: Date
  updatedAt: Date
}

export type WebhookEndpointRow = Selectable<WebhookEndpointTable>

export type NewWebhookEndpoint = Pick<
  WebhookEndpointRow,
  | 'id'
  | 'organizationId'
  | 'profileId'
  | 'url'
  | 'types'
  | 'description'
  | 'headerNames'
  | 'headers'
  | 'status'
  | 'disabledReason'
  | 'secret'
  | 'createdAt'
  | 'updatedAt'
>
