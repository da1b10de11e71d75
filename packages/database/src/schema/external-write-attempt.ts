import type { Attempt } from '@carillon/domain'
import type { Generated, Selectable } from 'kysely'

/**
 * The attempts of external writes, numbered from 1 for each write: each is one call of a network that cannot be
 * repeated harmlessly, or a lookup of such calls whose record may be lost.
 */
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
