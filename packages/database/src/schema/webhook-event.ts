import type { Platform } from '@carillon/domain'
import type { Generated, Selectable } from 'kysely'

/** Signed webhook requests that networks have sent to Carillon, with their unchanged body. */
export interface WebhookEventTable {
  id: string
  /** The id of the requests that were stored together and that one job processes. */
  batchId: string
  platform: Platform
  body: Buffer
  receivedAt: Date
  processedAt: Generated<Date | null>
}

export type WebhookEventRow = Selectable<WebhookEventTable>
