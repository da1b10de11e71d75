import { eventTypes } from '@carillon/domain'
import { sql } from 'kysely'
import { columnsOfRow } from '../connection/columns.ts'
import type { Db } from '../db.ts'
import type { EventObjectRow, NewEvent } from '../schema/event.ts'
import { matching } from '../statements/matching.ts'
import { insertOf, statement, type Values } from '../statements/statement.ts'

/** Returns the owner within which the ids of an event's object are unique: the account, or the organization. */
const ownerOf = ({ accountId, organizationId }: NewEvent): string => accountId ?? organizationId

const recordOf = (event: NewEvent): object =>
  columnsOfRow({ ...event, ownerId: ownerOf(event), objectType: eventTypes[event.type] })

/**
 * Returns the common table expressions that store events together with the change that they report, and count them for
 * their objects. The row of an object's count is locked until the transaction ends, so that events of one object are in
 * the outbox in the order in which its changes are committed.
 * @param place the placeholder (`$n`) for the events
 * @param changed the name of a common table expression; nothing is stored if it has no rows. Absent to store in any
 *   case
 */
function raisedText(place: string, changed?: string): string {
  return `given as (
      select g.*, row_number() over (partition by owner_id, object_type, object_id order by place) as nth
      from rows from (json_to_recordset(${place}::json) as (
        id uuid, owner_id uuid, organization_id uuid, profile_id uuid, account_id uuid, platform text, type text,
        object_type text, object_id text, occurred_at timestamptz, truncated boolean, data json
      )) with ordinality as g(
        id, owner_id, organization_id, profile_id, account_id, platform, type,
        object_type, object_id, occurred_at, truncated, data, place
      )${changed === undefined ? '' : ` where exists (select from ${changed})`}
    ), totals as (
      select owner_id, object_type, object_id, count(*) as more, max(occurred_at) as at from given group by 1, 2, 3
    ), counted as (
      insert into event_object (owner_id, object_type, object_id, last, changed_at)
      select owner_id, object_type, object_id, more, at from totals order by 1, 2, 3
      on conflict (owner_id, object_type, object_id)
        do update set last = event_object.last + excluded.last, changed_at = excluded.changed_at
      returning owner_id, object_type, object_id, last
    ), raised as (
      insert into event_outbox (
        id, organization_id, profile_id, account_id, platform, type, object_type, object_id, sequence, occurred_at,
        truncated, data
      )
      select id, organization_id, profile_id, account_id, platform, type, object_type, object_id,
        last - more + nth, occurred_at, truncated, data
      from counted
      join totals using (owner_id, object_type, object_id)
      join given using (owner_id, object_type, object_id)
      order by place
    )`
}

/** Matches escapes in JSON that PostgreSQL rejects: those of the null character and of lone surrogates. */
const notStorable = /\\u0000|\\ud[89a-f]/

const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')

const replaced = (_name: string, value: unknown): unknown => (typeof value === 'string' ? storable(value) : value)

/** Returns a value as JSON. Characters that cannot be stored are replaced by U+FFFD. */
function storableJson(value: object): string {
  const text = JSON.stringify(value)
  return notStorable.test(text) ? JSON.stringify(value, replaced) : text
}

/** Returns the value for the placeholder of the SQL of `raisedText`: the events as JSON. */
const raisedValue = (events: readonly NewEvent[]): string => storableJson(events.map(recordOf))

/**
 * Returns SQL that does the same as that of `raisedPart` for exactly one event, as nearly all changes have, at a lower
 * cost for the server.
 */
function raisedOnePart(event: NewEvent, values: Values): string {
  const objectType = eventTypes[event.type]
  const objectId = storable(event.objectId)
  const row = { ...event, objectType, objectId, data: storableJson(event.data) }
  const count = { ownerId: ownerOf(event), objectType, objectId, changedAt: event.occurredAt }
  const source = 'where exists (select from changed)'
  return `, counted as (
      ${insertOf('event_object', count, { values, source, computed: { last: '1' } })}
      on conflict (owner_id, object_type, object_id)
        do update set last = event_object.last + 1, changed_at = excluded.changed_at
      returning last
    ), raised as (
      ${insertOf('event_outbox', row, { values, source: 'from counted', computed: { sequence: 'last' } })}
    )`
}

/**
 * Returns SQL that begins with a comma: further common table expressions of a statement. They store events if the
 * common table expression `changed`, which must precede them, has rows. Empty if there are no events.
 */
export function raisedPart(events: readonly NewEvent[], values: Values): string {
  const [event, ...others] = events
  if (event === undefined) return ''
  if (others.length === 0) return raisedOnePart(event, values)
  return `, ${raisedText(values.add(raisedValue(events)), 'changed')}`
}

const raise = statement<object>(`with ${raisedText('$1')} select`)

/**
 * Stores events. Call it in the transaction of the change that they report. Until the transaction ends, other
 * transactions that store events of the same objects wait.
 */
export async function raiseEvents(db: Db, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  await raise(db, [raisedValue(events)])
  db.hints.events()
}

/**
 * Returns when the latest event of an object occurred; undefined if it had none within 400 days.
 * @param object `ownerId` is the id of the object's account or, for an object without one, of its organization
 */
export async function eventRaisedAt(
  db: Db,
  { ownerId, objectType, objectId }: Pick<EventObjectRow, 'ownerId' | 'objectType' | 'objectId'>,
): Promise<Date | undefined> {
  const object = matching<'eventObject'>({ ownerId, objectType, objectId })
  const row = await db.kysely.selectFrom('eventObject').select('changedAt').where(object).executeTakeFirst()
  return row?.changedAt
}

/**
 * Returns those of the ids whose object has had an event within 400 days.
 * @param objects `ownerId` is the id of the objects' account or, for objects without an account, of their organization
 */
export async function idsWithEvents(
  db: Db,
  { ownerId, objectType, ids }: Pick<EventObjectRow, 'ownerId' | 'objectType'> & { ids: readonly string[] },
): Promise<Set<string>> {
  const rows = await db.kysely
    .selectFrom('eventObject')
    .select('objectId')
    .where(matching<'eventObject'>({ ownerId, objectType }))
    .where('objectId', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute()
  return new Set(rows.map(({ objectId }) => objectId))
}
