import type { Attempt } from '@carillon/domain'
import type { Generated, Selectable } from 'kysely'

/**
 * The attempts of external writes, numbered from 1 for each write. An attempt is a call of a network that cannot be
 * repeated harmlessly. If rows of such calls may be lost, the search for the effect of the calls is an attempt as well.
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
