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
  const stored = await tx.kysely
    .insertInto('messageTemplate')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['accountId', 'name', 'language'])
        .doUpdateSet({ status: row.status, reportedAt: row.reportedAt })
        .where(sql<boolean>`message_template.reported_at < excluded.reported_at`),
    )
    // The subquery sees the row as it was before the statement.
    .returning(({ selectFrom }) =>
      selectFrom('messageTemplate as before')
        .select('before.status')
        .where('before.accountId', '=', row.accountId)
        .where('before.name', '=', row.name)
        .where('before.language', '=', row.language)
        .as('before'),
    )
    .executeTakeFirst()
  return stored !== undefined && stored.before !== row.status
}
