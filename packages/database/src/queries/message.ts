import { messageStatuses } from '@carillon/domain'
import { sql } from 'kysely'
import { columnsOfRow } from '../connection/columns.ts'
import type { Db } from '../db.ts'
import type { MessageRow, MessageStatusRow, ReadMessageRow } from '../schema/message.ts'
import { namespaces } from '../statements/advisory-lock.ts'
import { matching } from '../statements/matching.ts'
import { statement } from '../statements/statement.ts'
import { keepAccounts } from './accounts-of-users.ts'

const order = sql.raw(`array[${messageStatuses.map((status) => `'${status}'`).join(', ')}]`)

const rankOf = (status: ReturnType<typeof sql>) => sql`array_position(${order}, ${status})`

/**
 * Locks the messages of accounts until the transaction ends, waiting if necessary. Call it before messages or status
 * reports are stored. Without it, a message and a status report about it that are stored at the same time could miss
 * each other. The accounts are not deleted until the transaction ends.
 */
export async function lockMessages(db: Db, accountIds: readonly string[]): Promise<void> {
  await keepAccounts(db, accountIds)
  await sql`
    select pg_advisory_xact_lock(${namespaces.messages}::int, hashtext(id))
    from (select id from unnest(${[...new Set(accountIds)].sort()}::text[]) as account (id) order by hashtext(id)) as ordered
  `.execute(db.kysely)
}

/** Stores a new message without an error. Fails if its id, or its network id in the account, is already stored. */
export async function insertMessage(db: Db, row: Omit<MessageRow, 'error'>): Promise<void> {
  await db.kysely.insertInto('message').values(row).execute()
}

/** A message that was stored (`isNew`), or whose status has changed. */
export interface ChangedMessage {
  id: string
  isNew: boolean
  /** When the status changed; absent if that is not known. */
  changedAt?: Date
}

/**
 * Stores messages that a network reported. A stored message keeps its row, and its status only moves forward (such as
 * from `sent` to `read`); that of a message that is being sent or whose outcome is unknown (status `unknown`) is not
 * changed. Returns the messages that are new or whose status has changed.
 * @param replacesTexts whether the texts of stored inbound messages are replaced, which their senders may have edited; a
 *   message without a text, stored or in `rows`, stays as it is; default: false
 */
export async function mergeMessages(
  db: Db,
  rows: readonly Omit<MessageRow, 'error'>[],
  { replacesTexts = false }: { replacesTexts?: boolean } = {},
): Promise<ChangedMessage[]> {
  if (rows.length === 0) return []
  const records = JSON.stringify(rows.map(columnsOfRow))
  const isFurther = sql`(${rankOf(sql`excluded.status`)} > ${rankOf(sql`m.status`)} and m.status <> 'unknown')`
  const isEdited = sql`(${replacesTexts}::boolean and m.direction = 'inbound' and m.type = 'text'
    and excluded.type = 'text' and m.body <> excluded.body)`
  // Only texts of inbound messages are replaced, and only statuses of outbound ones change.
  const { rows: merged } = await sql<ChangedMessage>`
    with merged as (
      insert into message as m
        (id, account_id, provider_id, direction, type, sender, recipient, body, status, occurred_at, created_at)
      select distinct on (account_id, provider_id)
        id, account_id, provider_id, direction, type, sender, recipient, body, status, occurred_at, created_at
      from json_populate_recordset(null::message, ${records}::json)
      order by account_id, provider_id, id
      on conflict on constraint message_provider do update set
        status = case when ${isFurther} then excluded.status else m.status end,
        body = case when ${isEdited} then excluded.body else m.body end
        where ${isFurther} or ${isEdited}
      returning m.id, xmax = 0 as is_new, m.direction
    ) select id, is_new from merged where is_new or direction = 'outbound'`.execute(db.kysely)
  return merged
}

/** Stores status reports. Ignores those that are already stored. */
export async function insertMessageStatuses(db: Db, rows: readonly MessageStatusRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into message_status (account_id, provider_id, status, error, occurred_at, received_at)
    select distinct on (account_id, provider_id, status) account_id, provider_id, status, error, occurred_at, received_at
    from json_populate_recordset(null::message_status, ${JSON.stringify(rows.map(columnsOfRow))}::json)
    order by account_id, provider_id, status, occurred_at
    on conflict do nothing`.execute(db.kysely)
}

/**
 * Sets the status and the error of outbound messages to those of the stored report with the furthest status, but never
 * to an earlier status. Messages that are being sent or whose outcome is unknown (status `unknown`) are not changed.
 * Returns the messages that have changed, with the times of the reports.
 */
export async function applyMessageStatuses(
  db: Db,
  messages: readonly { accountId: string; providerId: string }[],
): Promise<ChangedMessage[]> {
  if (messages.length === 0) return []
  const [accounts, ids] = [messages.map((each) => each.accountId), messages.map((each) => each.providerId)]
  const { rows } = await sql<ChangedMessage>`
    update message as m set status = furthest.status, error = furthest.error
    from (
      select distinct on (s.account_id, s.provider_id) s.*
      from message_status as s
      join unnest(${accounts}::uuid[], ${ids}::text[]) as wanted (account_id, provider_id)
        using (account_id, provider_id)
      order by s.account_id, s.provider_id, ${rankOf(sql`s.status`)} desc
    ) as furthest
    where m.account_id = furthest.account_id and m.provider_id = furthest.provider_id and m.direction = 'outbound'
      and m.status <> 'unknown' and ${rankOf(sql`furthest.status`)} > ${rankOf(sql`m.status`)}
    returning m.id, false as is_new, furthest.occurred_at as changed_at`.execute(db.kysely)
  return rows
}

const iso = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const newestKeys = statement<{ keys: string | null }>(`
  select string_agg(id || ' ' || row_version, ',' order by occurred_at, id) as keys
  from (
    select newest.*
    from unnest($1::uuid[]) as account (id)
    cross join lateral (
      select message.id, message.xmin as row_version, message.occurred_at from message
      where message.account_id = account.id order by message.occurred_at desc, message.id desc limit $2
    ) as newest
    order by newest.occurred_at desc, newest.id desc
    limit $2
  ) as listed`)

/**
 * Returns the keys of the newest `max` messages of the accounts, oldest first. A key is the id of a message, a space,
 * and a number that differs after each change of the message.
 */
export async function listMessageKeys(db: Db, accountIds: readonly string[], max: number): Promise<string[]> {
  const [row] = await newestKeys(db, [accountIds, max])
  return row?.keys ? row.keys.split(',') : []
}

/**
 * Returns a query of messages with the names of the users. The database formats the times as in the API, which is
 * cheaper.
 */
function namedMessages(db: Db) {
  return db.kysely
    .selectFrom('message')
    .leftJoin('messageParticipant as named', (join) =>
      join
        .onRef('named.accountId', '=', 'message.accountId')
        .on('named.participant', '=', sql<string>`coalesce(message.sender, message.recipient)`),
    )
    .select(['message.id', 'message.accountId', 'message.providerId', 'message.direction', 'message.type'])
    .select(['message.sender', 'message.recipient', 'message.body', 'message.status', 'message.error'])
    .select(['named.name as participantName', iso('message.occurredAt').as('occurredAt')])
    .select(iso('message.createdAt').as('createdAt'))
}

/** Reads messages by Carillon's ids, in no particular order. Ids without a message are left out. */
export function readMessages(db: Db, ids: readonly string[]): Promise<ReadMessageRow[]> {
  return namedMessages(db)
    .where('message.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
}

/**
 * Returns a string that changes with each change of the messages of these accounts, in whatever order the accounts are
 * passed.
 */
export async function messagesVersion(db: Db, accountIds: readonly string[]): Promise<string> {
  const rows = await db.kysely
    .selectFrom('messageList')
    .selectAll()
    .where(sql<boolean>`account_id = any(${accountIds}::uuid[])`)
    .orderBy('accountId')
    .execute()
  return rows.map(({ accountId, version }) => `${accountId}.${version}`).join(' ')
}

/** Reads a message by the network's id; undefined if none exists. */
export function findMessage(
  db: Db,
  { accountId, providerId }: { accountId: string; providerId: string },
): Promise<ReadMessageRow | undefined> {
  return namedMessages(db)
    .where('message.accountId', '=', accountId)
    .where('message.providerId', '=', providerId)
    .executeTakeFirst()
}

/** Returns the outbound messages to a recipient since a time that have an id at the network, in no particular order. */
export function listSentTo(
  db: Db,
  { accountId, recipient, since }: { accountId: string; recipient: string; since: Date },
): Promise<Pick<MessageRow, 'providerId' | 'body' | 'occurredAt'>[]> {
  return db.kysely
    .selectFrom('message')
    .select(['providerId', 'body', 'occurredAt'])
    .where(matching<'message'>({ accountId, direction: 'outbound', recipient }))
    .where('occurredAt', '>=', since)
    .where('providerId', 'is not', null)
    .execute()
}

/** Returns the ids of those of the accounts that have a message older than `oldest`. */
export async function accountsWithOlder(
  db: Db,
  accountIds: readonly string[],
  oldest: Pick<ReadMessageRow, 'id' | 'occurredAt'>,
): Promise<string[]> {
  const rows = await db.kysely
    .selectFrom(sql<{ id: string }>`unnest(${accountIds}::uuid[])`.as<'account'>(sql`account(id)`))
    .select('account.id')
    .where(
      sql<boolean>`exists (select from message as m where m.account_id = account.id
        and (m.occurred_at, m.id) < (${oldest.occurredAt}::timestamptz, ${oldest.id}::uuid))`,
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns when a user last wrote to the account; null if no message of the user is stored. */
export async function lastReceivedAt(
  db: Db,
  { accountId, sender }: { accountId: string; sender: string },
): Promise<Date | null> {
  const row = await db.kysely
    .selectFrom('message')
    .select('occurredAt')
    .where(matching<'message'>({ accountId, sender, direction: 'inbound' }))
    .orderBy('occurredAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.occurredAt ?? null
}
