import { sql } from 'kysely'
import type { Tx } from '../db.ts'
import type { MessageParticipantTable } from '../schema/message.ts'
import { wantedRows } from '../statements/given-rows.ts'

/**
 * Stores names of users; of several names for a user, the last one is kept. Messages of a user whose name has changed
 * get a new version, so that rendered lists are rendered again. The transaction must hold the lock of `lockMessages`.
 */
export async function storeParticipants(tx: Tx, rows: readonly MessageParticipantTable[]): Promise<void> {
  if (rows.length === 0) return
  const last = [...new Map(rows.map((row) => [`${row.accountId} ${row.participant}`, row])).values()]
  const key = ['accountId', 'participant'] as const
  const columns = [...key, 'name'] as const
  const wanted = wantedRows(last, { accountId: 'uuid', participant: 'text', name: 'text' })
  const stored = tx.kysely
    .insertInto('messageParticipant')
    .columns(columns)
    .expression(({ selectFrom }) => selectFrom(wanted).select(columns))
    .onConflict((conflict) =>
      conflict
        .columns(key)
        .doUpdateSet(({ ref }) => ({ name: ref('excluded.name') }))
        .whereRef('messageParticipant.name', '<>', 'excluded.name'),
    )
  await tx.kysely
    .with('renamed', () => stored.returning(key))
    .updateTable('message')
    .set(({ ref }) => ({ direction: ref('direction') }))
    .where('id', 'in', ({ selectFrom }) => {
      const all = selectFrom('renamed').innerJoin('message as m', 'm.accountId', 'renamed.accountId').select('m.id')
      const sent = all.whereRef('m.recipient', '=', 'renamed.participant').where('m.recipient', 'is not', null)
      const received = all.whereRef('m.sender', '=', 'renamed.participant')
      return received.where('m.direction', '=', sql.lit('inbound')).unionAll(sent)
    })
    .execute()
}
