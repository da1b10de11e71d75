import type { ColumnType } from 'kysely'

export interface IdempotentResponseTable {
  organizationId: string
  operation: string
  key: string
  bodyHash: Buffer
  status: number | null
  body: ColumnType<unknown, string | null, string | null>
  createdAt: Date
}
