import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { MessageError, MessageRow } from '../schema/message.ts'
import { matching } from '../statements/matching.ts'

/**
 * The columns of a message by which sends are compared with the messages that the network reports. While a text message
 * is being sent or its outcome is unknown, a reported message that may be the sent one gets no row: it is stored in the
 * row of the send, so that it is listed only once and with the id of the send.
 */
export type OpenSendRow = Pick<MessageRow, (typeof columns)[number]>

const columns = ['id', 'accountId', 'providerId', 'recipient', 'body', 'status', 'occurredAt', 'createdAt'] as const

/**
 * Returns the text messages of accounts that are being sent or whose outcome is unknown, and to which no message of the
 * network has been assigned, oldest first.
 */
export function listOpenSends(db: Db, accountIds: readonly string[]): Promise<OpenSendRow[]> {
  return db.kysely
    .selectFrom('message')
    .select(columns)
    .where('accountId', '=', sql<string>`any(${[...new Set(accountIds)]}::uuid[])`)
    .where('providerId', 'is', null)
    .where(matching<'message'>({ status: 'unknown', type: 'text' }))
    .orderBy('id')
    .execute()
}

/** Reads the row of a send by Carillon's id, which is that of its external write; undefined if none exists. */
export function findSendRow(db: Db, id: string): Promise<OpenSendRow | undefined> {
  return db.kysely.selectFrom('message').select(columns).where('id', '=', id).executeTakeFirst()
}

/** Reads the row of a message by the network's id; undefined if none exists. */
export function findProviderRow(
  db: Db,
  { accountId, providerId }: { accountId: string; providerId: string },
): Promise<OpenSendRow | undefined> {
  const wanted = matching<'message'>({ accountId, providerId })
  return db.kysely.selectFrom('message').select(columns).where(wanted).executeTakeFirst()
}

/**
 * Returns those of the network's ids that belong to stored messages of the account; an empty set if none do. The set
 * never contains null: its type has null so that callers can look up a missing id.
 */
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

/**
 * Assigns a message of the network to the row of a send, because it is or may be the sent message: stores the network's
 * id and time of the message in the row. Null removes them again; the time is then that of the row's creation. Does
 * nothing if the row does not exist. Fails if another row has the message.
 */
export async function assignMessage(
  db: Db,
  id: string,
  message: Pick<MessageRow, 'providerId' | 'occurredAt'> | null,
): Promise<void> {
  const occurredAt = message?.occurredAt ?? sql<Date>`created_at`
  const change = db.kysely.updateTable('message').set({ providerId: message?.providerId ?? null, occurredAt })
  await change.where('id', '=', id).execute()
}

/**
 * Deletes the row of a message by Carillon's id, because it turned out to be the message of a send, which has its own
 * row. Does nothing if the row does not exist.
 */
export async function deleteMessage(db: Db, id: string): Promise<void> {
  await db.kysely.deleteFrom('message').where('id', '=', id).execute()
}

/**
 * Sets the status of a message to `sent` and removes its error. Does nothing if the message does not exist.
 * @param recipient the recipient as the network spells it; null keeps the stored one
 */
export async function markSent(db: Db, id: string, recipient: string | null): Promise<void> {
  await db.kysely
    .updateTable('message')
    .set({ status: 'sent', error: null, ...(recipient !== null && { recipient }) })
    .where('id', '=', id)
    .execute()
}

/** Sets the status of a message to `failed`, with the reason. Does nothing if the message does not exist. */
export async function markNotSent(db: Db, id: string, error: MessageError): Promise<void> {
  await db.kysely
    .updateTable('message')
    .set({ status: 'failed', error: JSON.stringify(error) })
    .where('id', '=', id)
    .execute()
}
