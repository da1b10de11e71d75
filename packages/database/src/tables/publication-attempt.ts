import type { Attempt } from '@carillon/domain'
import type { Generated, Selectable } from 'kysely'
import type { Db } from '../connect.ts'

export interface PublicationAttemptTable {
  publication_id: string
  number: number
  step: string
  started_at: Date
  ended_at: Generated<Date | null>
  outcome: Generated<Attempt['outcome']>
  error_code: Generated<string | null>
  request_id: string
}

export type PublicationAttemptRow = Selectable<PublicationAttemptTable>

export async function insertAttempt(
  db: Db,
  row: Pick<PublicationAttemptRow, 'publication_id' | 'number' | 'step' | 'started_at' | 'request_id'>,
): Promise<void> {
  await db.insertInto('publication_attempt').values(row).execute()
}

/** Notes how an attempt ended; the last word counts, as a look-up may settle what was unclear. */
export async function endAttempt(
  db: Db,
  { publication_id, number }: Pick<PublicationAttemptRow, 'publication_id' | 'number'>,
  end: { ended_at: Date; outcome: Attempt['outcome']; error_code: string | null },
): Promise<void> {
  await db
    .updateTable('publication_attempt')
    .set(end)
    .where('publication_id', '=', publication_id)
    .where('number', '=', number)
    .execute()
}

export function listAttempts(db: Db, publicationId: string): Promise<PublicationAttemptRow[]> {
  return db
    .selectFrom('publication_attempt')
    .selectAll()
    .where('publication_id', '=', publicationId)
    .orderBy('number')
    .execute()
}
