import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { MessageTemplateTable } from '../schema/message-template.ts'

/**
 * Stores the status of a message template that a network has reported. The report with the latest time wins, in
 * whatever order reports arrive. Returns whether the status has changed; true also for a template that was not stored.
 */
export async function storeTemplateStatus(db: Db, row: MessageTemplateTable): Promise<boolean> {
  const stored = await db.kysely
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
