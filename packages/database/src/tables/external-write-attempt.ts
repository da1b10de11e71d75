import type { Attempt } from '@carillon/domain'
import type { Generated, Selectable } from 'kysely'
import type { Db } from '../connect.ts'

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

export async function insertAttempt(
  db: Db,
  row: Pick<ExternalWriteAttemptRow, 'write_id' | 'number' | 'step' | 'started_at' | 'request_id'>,
): Promise<void> {
  await db.insertInto('external_write_attempt').values(row).execute()
}

/** Notes how an attempt ended; the last note counts, as a probe may settle what was indeterminate. */
export async function endAttempt(
  db: Db,
  { write_id, number }: Pick<ExternalWriteAttemptRow, 'write_id' | 'number'>,
  end: { ended_at: Date; outcome: Attempt['outcome']; error_code: string | null },
): Promise<void> {
  await db
    .updateTable('external_write_attempt')
    .set(end)
    .where('write_id', '=', write_id)
    .where('number', '=', number)
    .execute()
}

export function listAttempts(db: Db, writeId: string): Promise<ExternalWriteAttemptRow[]> {
  return db.selectFrom('external_write_attempt').selectAll().where('write_id', '=', writeId).orderBy('number').execute()
}
