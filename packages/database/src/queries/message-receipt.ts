import { type NotNull, sql } from 'kysely'
import type { Tx } from '../db.ts'
import type { MessageStatusRow } from '../schema/message.ts'
import type { MessageReceiptRow } from '../schema/push.ts'
import { insertGiven, wantedRows } from '../statements/given-rows.ts'

const key = ['accountId', 'participant', 'status'] as const
const columns = [...key, 'until', 'receivedAt'] as const

/**
 * Stores the times up to which users have received or read messages. A time earlier than the stored one changes
 * nothing.
 */
export async function storeMessageReceipts(tx: Tx, rows: readonly MessageReceiptRow[]): Promise<void> {
  if (rows.length === 0) return
  await insertGiven(tx.kysely, ['messageReceipt', rows], { columns, key, first: sql`until desc` })
    .onConflict((conflict) =>
      conflict
        .columns(key)
        .doUpdateSet(({ ref }) => ({ until: ref('excluded.until'), receivedAt: ref('excluded.receivedAt') }))
        .whereRef('excluded.until', '>', 'messageReceipt.until'),
    )
    .execute()
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
  const rows = await tx.kysely
    .selectFrom(wantedRows(conversations, { accountId: 'uuid', participant: 'text' }))
    .innerJoin('messageReceipt as r', (on) =>
      on.onRef('r.accountId', '=', 'wanted.accountId').onRef('r.participant', '=', 'wanted.participant'),
    )
    .innerJoin('message as m', (on) =>
      // By the name in `wanted`, as the column of `r` has another collation than the index of recipients.
      on.onRef('m.accountId', '=', 'wanted.accountId').onRef('m.recipient', '=', 'wanted.participant'),
    )
    .select(['m.accountId', 'm.providerId', 'r.status', 'r.until as occurredAt'])
    .distinct()
    .where('m.direction', '=', sql.lit('outbound'))
    .where('m.providerId', 'is not', null)
    .whereRef('m.occurredAt', '<=', 'r.until')
    .where(({ exists, not, selectFrom }) => {
      const stored = selectFrom('messageStatus as s').whereRef('s.accountId', '=', 'm.accountId')
      return not(exists(stored.whereRef('s.providerId', '=', 'm.providerId').whereRef('s.status', '=', 'r.status')))
    })
    .$narrowType<{ providerId: NotNull }>()
    .execute()
  return rows.map((row) => ({ ...row, error: null, receivedAt }))
}
