import { messageStatuses } from '@carillon/domain'
import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { MessageRow, MessageStatusRow, NewMessageRow, ReadMessageRow } from '../schema/message.ts'
import { namespaces } from '../statements/advisory-lock.ts'
import { insertGiven, wantedRows } from '../statements/given-rows.ts'
import { matching } from '../statements/matching.ts'
import { statement } from '../statements/statement.ts'
import { keepAccounts } from './accounts-of-users.ts'

const order = sql.raw(`array[${messageStatuses.map((status) => `'${status}'`).join(', ')}]`)

const rankOf = (table: string) => sql<number>`array_position(${order}, ${sql.ref(`${table}.status`)})`

/** The columns of a message, except for its error and times. */
const columns = ['id', 'accountId', 'providerId', 'direction', 'type', 'sender', 'recipient', 'body', 'status'] as const

/**
 * Locks the messages of accounts until the transaction ends, waiting if necessary. Call it before messages or status
 * reports are stored. Without it, a message and a status report about it that are stored at the same time could miss
 * each other. The accounts are not deleted until the transaction ends.
 */
export async function lockMessages(db: Db, accountIds: readonly string[]): Promise<void> {
  await keepAccounts(db, accountIds)
  const ids = [...new Set(accountIds)].sort().map((id) => ({ id }))
  const ordered = db.kysely
    .selectFrom(wantedRows(ids, { id: 'text' }))
    .select('id')
    .orderBy(sql`hashtext(id)`)
  const lock = sql`pg_advisory_xact_lock(${namespaces.messages}::int, hashtext(id))`
  await db.kysely.selectFrom(ordered.as('ordered')).select(lock.as('locked')).execute()
}

/** Stores a new message without an error. Fails if its id, or its network id in the account, is already stored. */
export async function insertMessage(db: Db, row: NewMessageRow): Promise<void> {
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
 * changed. The text of a stored inbound message is replaced if `editedAt` of the row is not earlier than that of the
 * stored message; a message without a text, stored or in `rows`, stays as it is, as does the text if the row has no
 * `editedAt`. A message that was stored from an edit gets its own time, which is earlier. Returns the messages that are
 * new or whose status has changed.
 */
export async function mergeMessages(db: Db, rows: readonly NewMessageRow[]): Promise<ChangedMessage[]> {
  if (rows.length === 0) return []
  const isFurther = sql<boolean>`(${rankOf('excluded')} > ${rankOf('message')} and message.status <> 'unknown')`
  // The time of an edit that was reported is kept even if the text is the same: an older edit may be reported later.
  const isEdited = sql<boolean>`(message.direction = 'inbound' and message.type = 'text' and excluded.type = 'text'
    and excluded.edited_at >= coalesce(message.edited_at, '-infinity')
    and (message.body <> excluded.body or excluded.edited_at = excluded.occurred_at))`
  // A message of which an edit was stored first has the time of the edit. Reads have whole seconds.
  const isOriginal = sql<boolean>`(message.direction = 'inbound' and excluded.edited_at is distinct from excluded.occurred_at
    and excluded.occurred_at <= message.occurred_at - interval '1 second')`
  // Only texts and times of inbound messages are replaced, and only statuses of outbound ones change.
  return db.kysely
    .with('merged', (cte) =>
      insertGiven(cte, ['message', rows], {
        columns: [...columns, 'occurredAt', 'createdAt', 'editedAt'],
        key: ['accountId', 'providerId'],
        first: sql`id`,
      })
        .onConflict((conflict) =>
          conflict
            .constraint('message_provider')
            .doUpdateSet({
              status: sql`case when ${isFurther} then excluded.status else message.status end`,
              body: sql`case when ${isEdited} then excluded.body else message.body end`,
              occurredAt: sql`case when ${isOriginal} then excluded.occurred_at else message.occurred_at end`,
              editedAt: sql`case when ${isEdited} then excluded.edited_at else message.edited_at end`,
            })
            .where(sql<boolean>`${isFurther} or ${isEdited} or ${isOriginal}`),
        )
        .returning(['id', 'direction', sql<boolean>`xmax = 0`.as('isNew')]),
    )
    .selectFrom('merged')
    .select(['id', 'isNew'])
    .where(({ eb, or }) => or([eb.ref('isNew'), eb('direction', '=', sql.lit('outbound'))]))
    .execute()
}

/** Stores status reports. Ignores those that are already stored. */
export async function insertMessageStatuses(db: Db, rows: readonly MessageStatusRow[]): Promise<void> {
  if (rows.length === 0) return
  const key = ['accountId', 'providerId', 'status'] as const
  const columns = [...key, 'error', 'occurredAt', 'receivedAt'] as const
  await insertGiven(db.kysely, ['messageStatus', rows], { columns, key, first: sql`occurred_at` })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
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
  const wanted = wantedRows(messages, { accountId: 'uuid', providerId: 'text' })
  const reports = db.kysely
    .selectFrom('messageStatus as s')
    .innerJoin(wanted, (on) =>
      on.onRef('wanted.accountId', '=', 's.accountId').onRef('wanted.providerId', '=', 's.providerId'),
    )
    .selectAll('s')
  const ranked = reports.orderBy(sql`s.account_id, s.provider_id, ${rankOf('s')} desc`)
  return db.kysely
    .updateTable('message')
    .from(ranked.distinctOn(['s.accountId', 's.providerId']).as('furthest'))
    .set(({ ref }) => ({ status: ref('furthest.status'), error: sql.ref('furthest.error') }))
    .whereRef('message.accountId', '=', 'furthest.accountId')
    .whereRef('message.providerId', '=', 'furthest.providerId')
    .where('message.direction', '=', sql.lit('outbound'))
    .where('message.status', '<>', sql.lit('unknown'))
    .where(rankOf('furthest'), '>', rankOf('message'))
    .returning(['message.id', sql.lit(false).as('isNew'), 'furthest.occurredAt as changedAt'])
    .execute()
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
    .select([
      ...columns.map((column) => `message.${column}` as const),
      'message.error',
      'named.name as participantName',
    ])
    .select([iso('message.occurredAt').as('occurredAt'), iso('message.createdAt').as('createdAt')])
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
  const lists = db.kysely.selectFrom('messageList').selectAll().orderBy('accountId')
  const rows = await lists.where(sql<boolean>`account_id = any(${accountIds}::uuid[])`).execute()
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
  const sent = matching<'message'>({ accountId, direction: 'outbound', recipient })
  const messages = db.kysely.selectFrom('message').select(['providerId', 'body', 'occurredAt']).where(sent)
  return messages.where('occurredAt', '>=', since).where('providerId', 'is not', null).execute()
}

/** Returns the ids of those of the accounts that have a message older than `oldest`. */
export async function accountsWithOlder(
  db: Db,
  accountIds: readonly string[],
  oldest: Pick<ReadMessageRow, 'id' | 'occurredAt'>,
): Promise<string[]> {
  const accounts = accountIds.map((id) => ({ id }))
  const isOlder = sql<boolean>`(occurred_at, m.id) < (${oldest.occurredAt}::timestamptz, ${oldest.id}::uuid)`
  const rows = await db.kysely
    .selectFrom(wantedRows(accounts, { id: 'uuid' }))
    .select('id')
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('message as m').whereRef('m.accountId', '=', 'wanted.id').where(isOlder)),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns when a user last wrote to the account; null if no message of the user is stored. */
export async function lastReceivedAt(
  db: Db,
  { accountId, sender }: { accountId: string; sender: string },
): Promise<Date | null> {
  const received = matching<'message'>({ accountId, sender, direction: 'inbound' })
  const messages = db.kysely.selectFrom('message').select('occurredAt').where(received).orderBy('occurredAt', 'desc')
  return (await messages.limit(1).executeTakeFirst())?.occurredAt ?? null
}
