import type { Attempt } from '@carillon/domain'
import type { Generated, Selectable } from 'kysely'

export interface ExternalWriteAttemptTable {
  write_id: string
  number: number
  step: string
  started_at: Date
  ended_at: Generated<Date | null>
  outcome: Generated<Attempt['outcome']>
  error_code: Generated<string | null>
  request_id: string
}

export type ExternalWriteAttemptRow = Selectable<ExternalWriteAttemptTable>
