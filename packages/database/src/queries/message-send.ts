import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { MessageError, MessageRow } from '../schema/message.ts'

/**
 * The row of a text that is being sent, or whose outcome is unknown. A message that was read from the network and may be the
 * one that was sent is stored in this row, so that it is listed once and under the id of the send.
 */
export type OpenSendRow = Pick<
  MessageRow,
  'id' | 'accountId' | 'providerId' | 'recipient' | 'body' | 'status' | 'occurredAt' | 'createdAt'
>

const columns = [
  'id',
  'accountId',
  'providerId',
  'recipient',
  'body',
  'status',
  'occurredAt',
  'createdAt',
] as const satisfies (keyof OpenSendRow)[]

/** The open sends of texts for which no message was read yet, oldest first. */
export function listOpenSends(db: Db, accountIds: readonly string[]): Promise<OpenSendRow[]> {
  return db.kysely
    .selectFrom('message')
    .select(columns)
    .where('accountId', '=', sql<string>`any(${[...new Set(accountIds)]}::uuid[])`)
    .where('providerId', 'is', null)
    .where('status', '=', 'unknown')
    .where('type', '=', 'text')
    .orderBy('id')
    .execute()
}

/** The row of a send by its id, which is that of its external write. */
export function findSendRow(db: Db, id: string): Promise<OpenSendRow | undefined> {
  return db.kysely.selectFrom('message').select(columns).where('id', '=', id).executeTakeFirst()
}

/** The row that has the platform's id. */
export function findProviderRow(
  db: Db,
  { accountId, providerId }: { accountId: string; providerId: string },
): Promise<OpenSendRow | undefined> {
  return db.kysely
    .selectFrom('message')
    .select(columns)
    .where('accountId', '=', accountId)
    .where('providerId', '=', providerId)
    .executeTakeFirst()
}

/** Those of the platform's ids that an account's messages have. */
export async function knownProviderIds(
  db: Db,
  { accountId, providerIds }: { accountId: string; providerIds: readonly string[] },
): Promise<Set<string | null>> {
  const rows = await db.kysely
    .selectFrom('message')
    .select('providerId')
    .where('accountId', '=', accountId)
    .where('providerId', '=', sql<string>`any(${[...providerIds]}::text[])`)
    .execute()
  return new Set(rows.map((row) => row.providerId))
}

/** Stores in a row which message of the network it is, or may be. */
export async function assignMessage(
  db: Db,
  id: string,
  { providerId, occurredAt }: Pick<MessageRow, 'providerId' | 'occurredAt'>,
): Promise<void> {
  await db.kysely.updateTable('message').set({ providerId, occurredAt }).where('id', '=', id).execute()
}

/** Takes the message of the network from a row. */
export async function releaseMessage(db: Db, id: string): Promise<void> {
  await db.kysely
    .updateTable('message')
    .set(({ ref }) => ({ providerId: null, occurredAt: ref('createdAt') }))
    .where('id', '=', id)
    .execute()
}

/** Deletes a row that turned out to be the message of a send, which has a row of its own. */
export async function deleteMessage(db: Db, id: string): Promise<void> {
  await db.kysely.deleteFrom('message').where('id', '=', id).execute()
}

/** Marks a message as `sent`. The recipient gets the network's spelling; null leaves it. */
export async function markSent(db: Db, id: string, recipient: string | null): Promise<void> {
  await db.kysely
    .updateTable('message')
    .set({ status: 'sent', error: null, ...(recipient !== null && { recipient }) })
    .where('id', '=', id)
    .execute()
}

/** Marks a message as `failed` with the reason. */
export async function markNotSent(db: Db, id: string, error: MessageError): Promise<void> {
  await db.kysely
    .updateTable('message')
    .set({ status: 'failed', error: JSON.stringify(error) })
    .where('id', '=', id)
    .execute()
}
