import type { Db } from '../db.ts'
import type { ExternalWriteAttemptRow } from '../schema/external-write-attempt.ts'
import { gather } from '../statements/gather.ts'
import { statement } from '../statements/statement.ts'

/** An attempt of an external write that begins. `number` is its number within the write. */
export type BegunAttempt = Pick<ExternalWriteAttemptRow, 'number' | 'step' | 'startedAt' | 'requestId'>

/** The end of an attempt. A later end replaces an earlier one, as a probe may settle what was indeterminate. */
export type EndedAttempt = Pick<ExternalWriteAttemptRow, 'number' | 'outcome' | 'errorCode'> & { endedAt: Date }

const attemptsOf = statement<ExternalWriteAttemptRow>(
  'select * from external_write_attempt where write_id = any($1::uuid[]) order by write_id, number',
)

const readAttempts = gather<string, ExternalWriteAttemptRow[]>(
  (writeId) => writeId,
  async (db, writeIds) => Map.groupBy(await attemptsOf(db, [writeIds]), ({ writeId }) => writeId),
)

/**
 * Returns the attempts of an external write, oldest first; empty if it has none. Simultaneous calls share one query.
 */
export async function listAttempts(db: Db, writeId: string): Promise<ExternalWriteAttemptRow[]> {
  return (await readAttempts(db, writeId)) ?? []
}
