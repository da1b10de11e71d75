import type { ColumnType } from 'kysely'

/**
 * Responses to requests with an `Idempotency-Key`, keyed by organization, operation and key. `status` is null while the
 * request is in flight.
 */
export interface IdempotentResponseTable {
  organizationId: string
  operation: string
  key: string
  bodyHash: Buffer
  status: number | null
  body: ColumnType<unknown, string | null, string | null>
  createdAt: Date
}
