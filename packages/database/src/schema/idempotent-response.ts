import type { ColumnType } from 'kysely'

export interface IdempotentResponseTable {
  organization_id: string
  operation: string
  key: string
  body_hash: Buffer
  status: number | null
  body: ColumnType<unknown, string | null, string | null>
  created_at: Date
}
