import { sql } from 'kysely'
import { columnsOfRow } from '../connection/columns.ts'
import type { Tx } from '../db.ts'
import type { MessageStatusRow } from '../schema/message.ts'
import type { MessageReceiptRow } from '../schema/push.ts'

/**
 * Stores the times up to which users have received or read messages. A time earlier than the stored one changes
 * nothing.
 */
export async function storeMessageReceipts(tx: Tx, rows: readonly MessageReceiptRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into message_receipt as r (account_id, participant, status, until, received_at)
    select distinct on (account_id, participant, status) account_id, participant, status, until, received_at
    from json_populate_recordset(null::message_receipt, ${JSON.stringify(rows.map(columnsOfRow))}::json)
    order by account_id, participant, status, until desc
    on conflict (account_id, participant, status) do update
      set until = excluded.until, received_at = excluded.received_at
      where excluded.until > r.until`.execute(tx.kysely)
}

/**
 * Returns the statuses of outbound messages that follow from stored receipts (the times up to which users have received
 * or read messages) and have not been stored yet. The transaction must hold the lock of `lockMessages`.
 * @param receivedAt the time of arrival that the returned statuses get
 */
export async function listReceiptStatuses(
  tx: Tx,
  conversations: readonly { accountId: string; participant: string }[],
  receivedAt: Date,
): Promise<MessageStatusRow[]> {
  if (conversations.length === 0) return []
  const accounts = conversations.map(({ accountId }) => accountId)
  const participants = conversations.map(({ participant }) => participant)
  const { rows } = await sql<Pick<MessageStatusRow, 'accountId' | 'providerId' | 'status' | 'occurredAt'>>`
    select distinct m.account_id, m.provider_id, r.status, r.until as occurred_at
    from unnest(${accounts}::uuid[], ${participants}::text[]) as wanted (account_id, participant)
    join message_receipt as r using (account_id, participant)
    join message as m on m.account_id = r.account_id and m.recipient = r.participant
    where m.direction = 'outbound' and m.provider_id is not null and m.occurred_at <= r.until
      and not exists (
        select from message_status as s
        where s.account_id = m.account_id and s.provider_id = m.provider_id and s.status = r.status
      )`.execute(tx.kysely)
  return rows.map((row) => ({ ...row, error: null, receivedAt }))
}
