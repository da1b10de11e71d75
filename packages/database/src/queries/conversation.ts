import { type Selectable, sql } from 'kysely'
import type { Db } from '../db.ts'
import type { ConversationRow, MessageSyncTable } from '../schema/conversation.ts'

/**
 * Reads stored conversations of an account by the network's ids, in no particular order. Ids without a stored
 * conversation are left out.
 */
export function listConversations(
  db: Db,
  accountId: string,
  providerIds: readonly string[],
): Promise<ConversationRow[]> {
  return db.kysely
    .selectFrom('conversation')
    .selectAll()
    .where('accountId', '=', accountId)
    .where(sql<boolean>`provider_id = any(${providerIds}::text[])`)
    .execute()
}

/** Stores a conversation or, if it is already stored, updates everything but its ids. */
export async function upsertConversation(db: Db, row: ConversationRow): Promise<void> {
  const { participant, updatedAt, readAt } = row
  await db.kysely
    .insertInto('conversation')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'providerId']).doUpdateSet({ participant, updatedAt, readAt }),
    )
    .execute()
}

/**
 * Reads the state of reading an account's conversations from the network, such as when the latest completed read began;
 * undefined if no read was ever begun.
 */
export async function findMessageSync(db: Db, accountId: string): Promise<Selectable<MessageSyncTable> | undefined> {
  return db.kysely.selectFrom('messageSync').selectAll().where('accountId', '=', accountId).executeTakeFirst()
}

/**
 * Takes the lease on reading an account's conversations for the process `by`, so that two processes do not read them at
 * the same time. The lease ends after so many `seconds` by the database's clock. Returns false, without a change, if a
 * lease exists that has not ended, also one of the same process.
 */
export async function claimMessageSync(
  db: Db,
  { accountId, by, seconds }: { accountId: string; by: string; seconds: number },
): Promise<boolean> {
  const row = await db.kysely
    .insertInto('messageSync')
    .values({ accountId, leaseBy: by, leaseUntil: sql<Date>`now() + make_interval(secs => ${seconds}::float8)` })
    .onConflict((conflict) =>
      conflict
        .column('accountId')
        .doUpdateSet({ leaseBy: sql`excluded.lease_by`, leaseUntil: sql`excluded.lease_until` })
        .where(sql<boolean>`message_sync.lease_until is null or message_sync.lease_until < now()`),
    )
    .returning('accountId')
    .executeTakeFirst()
  return row !== undefined
}

/** The end of a read of an account's conversations by the process `by`. */
export interface MessageSyncEnd {
  accountId: string
  by: string
  /** When the read began, if it was completed; otherwise absent. */
  syncedAt?: Date
  /** Where the next read continues this one, which was interrupted; null if it begins with the first page. */
  unfinished: { cursor: string; begunAt: Date } | null
}

/**
 * Stores the end of a read of an account's conversations and releases the lease of the process `by` on it. Does nothing
 * if another process has taken the lease since.
 */
export async function releaseMessageSync(
  db: Db,
  { accountId, by, syncedAt, unfinished }: MessageSyncEnd,
): Promise<void> {
  await db.kysely
    .updateTable('messageSync')
    .set(({ fn, ref, val }) => ({
      leaseBy: null,
      leaseUntil: null,
      resumeCursor: unfinished?.cursor ?? null,
      resumeBegunAt: unfinished?.begunAt ?? null,
      ...(syncedAt && { syncedAt, firstSyncedAt: fn.coalesce(ref('firstSyncedAt'), ref('syncedAt'), val(syncedAt)) }),
    }))
    .where('accountId', '=', accountId)
    .where('leaseBy', '=', by)
    .execute()
}
