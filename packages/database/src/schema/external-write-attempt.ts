import type { Attempt } from '@carillon/domain'
import type { Generated, Selectable } from 'kysely'

export interface ExternalWriteAttemptTable {
  writeId: string
  number: number
  step: string
  startedAt: Date
  endedAt: Generated<Date | null>
  outcome: Generated<Attempt['outcome']>
  errorCode: Generated<string | null>
  requestId: string
}

export type ExternalWriteAttemptRow = Selectable<ExternalWriteAttemptTable>
