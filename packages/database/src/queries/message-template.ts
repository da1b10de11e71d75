import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { MessageTemplateTable } from '../schema/message-template.ts'

/**
 * Stores a network's decision on a template. The latest one counts, in whichever order they arrive. Returns whether the
 * decision is another than before.
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
