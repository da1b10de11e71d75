import { sql } from 'kysely'
import type { Tx } from '../db.ts'
import type { MessageTemplateTable } from '../schema/message-template.ts'
import { holdAccount } from './accounts-of-users.ts'

/**
 * Stores the status of a message template that a network has reported. The report with the latest time wins, in
 * whatever order reports arrive. Returns whether the status has changed; true also for a template that was not stored.
 * Locks the account until the transaction ends.
 */
export async function storeTemplateStatus(tx: Tx, row: MessageTemplateTable): Promise<boolean> {
  // Otherwise the subquery could see a row that another transaction is changing as it was before.
  await holdAccount(tx, row.accountId)
  const { accountId, name, language, status, reportedAt } = row
  // The subquery sees the row as it was before the statement.
  const { rows } = await sql<{ before: string | null }>`
    insert into message_template as stored (account_id, name, language, status, reported_at)
    values (${accountId}, ${name}, ${language}, ${status}, ${reportedAt})
    on conflict (account_id, name, language) do update set status = excluded.status, reported_at = excluded.reported_at
      where stored.reported_at < excluded.reported_at
    returning (select status from message_template as before
      where (account_id, name, language) = (stored.account_id, stored.name, stored.language)) as before`.execute(
    tx.kysely,
  )
  return rows[0] !== undefined && rows[0].before !== status
}
