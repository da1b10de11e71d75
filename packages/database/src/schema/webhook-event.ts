import type { Platform } from '@carillon/domain'
import type { Generated, Selectable } from 'kysely'

/** Signed requests that networks have posted to us, as their bytes arrived. */
export interface WebhookEventTable {
  id: string
  /** Events that were stored together, which one job processes. */
  batchId: string
  platform: Platform
  body: Buffer
  receivedAt: Date
  processedAt: Generated<Date | null>
}

export type WebhookEventRow = Selectable<WebhookEventTable>
