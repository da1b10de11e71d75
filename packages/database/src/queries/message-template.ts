import type { Tx } from '../db.ts'
import type { MessageTemplateTable } from '../schema/message-template.ts'
import { matching } from '../statements/matching.ts'
import { holdAccount } from './accounts-of-users.ts'

/**
 * Stores the status of a message template that a network has reported. The report with the latest time wins, in
 * whatever order reports arrive. Returns whether the status has changed; true also for a template that was not stored.
 * Locks the account until the transaction ends.
 */
export async function storeTemplateStatus(tx: Tx, row: MessageTemplateTable): Promise<boolean> {
  const { status, reportedAt, ...named } = row
  await holdAccount(tx, row.accountId)
  const template = tx.kysely.selectFrom('messageTemplate').selectAll().where(matching<'messageTemplate'>(named))
  const before = await template.executeTakeFirst()
  if (before && before.reportedAt >= reportedAt) return false
  await tx.kysely
    .insertInto('messageTemplate')
    .values(row)
    .onConflict((conflict) => conflict.columns(['accountId', 'name', 'language']).doUpdateSet({ status, reportedAt }))
    .execute()
  return before?.status !== status
}
