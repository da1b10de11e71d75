import { sql } from 'kysely'
import type { Tx } from '../db.ts'
import type { MessageParticipantTable } from '../schema/message.ts'

/**
 * Stores names of users; of several names for a user, the last one is kept. Messages of a user whose name has changed
 * get a new version, so that rendered lists are rendered again. The transaction must hold the lock of `lockMessages`.
 */
export async function storeParticipants(tx: Tx, rows: readonly MessageParticipantTable[]): Promise<void> {
  if (rows.length === 0) return
  const last = new Map(rows.map((row) => [`${row.accountId} ${row.participant}`, row]))
  const accounts = [...last.values()].map(({ accountId }) => accountId)
  const participants = [...last.values()].map(({ participant }) => participant)
  const names = [...last.values()].map(({ name }) => name)
  await sql`
    with renamed as (
      insert into message_participant as known (account_id, participant, name)
      select * from unnest(${accounts}::uuid[], ${participants}::text[], ${names}::text[])
      on conflict (account_id, participant) do update set name = excluded.name where known.name <> excluded.name
      returning account_id, participant
    )
    update message set direction = direction
    where id in (
      select m.id from renamed join message as m
        on m.account_id = renamed.account_id and m.sender = renamed.participant and m.direction = 'inbound'
      union all
      select m.id from renamed join message as m
        on m.account_id = renamed.account_id and m.recipient = renamed.participant and m.recipient is not null
    )`.execute(tx.kysely)
}
