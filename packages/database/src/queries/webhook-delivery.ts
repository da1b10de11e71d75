import type { DeliveryStatus, EventType } from '@carillon/domain'
import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { EventRow } from '../schema/event.ts'
import type { WebhookDeliveryAttemptRow, WebhookDeliveryRow } from '../schema/webhook-delivery.ts'
import { matching } from '../statements/matching.ts'
import { countRows } from '../statements/results.ts'

/**
 * SQL for a new uuidv7, which not every supported PostgreSQL can generate itself.
 * @see https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-7 (read 2026-11-23)
 */
const newId = sql<string>`encode(
  set_bit(set_bit(
    overlay(uuid_send(gen_random_uuid())
      placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
    52, 1), 53, 1), 'hex')::uuid`

/** The SQL condition that an endpoint `e` receives an event `n`. */
const isTaken = sql<boolean>`e.organization_id = n.organization_id
  and (e.profile_id is null or e.profile_id = n.profile_id)
  and e.types && array['*', n.type, split_part(n.type, '.', 1) || '.*']
  and (e.readable_objects is null or n.object_type = any(e.readable_objects))`

const about = ['organizationId', 'type', 'objectType', 'objectId'] as const
const times = ['nextAttemptAt', 'createdAt'] as const
const columns = ['id', 'endpointId', 'eventId', 'eventPosition', 'eventStoredAt', ...about, ...times] as const
const ofEvent = about.map((name) => `n.${name}` as const)
/** The values of `columns`, except for the times, for a delivery of an event `n` to an endpoint `e`. */
const selected = [newId.as('id'), 'e.id', 'n.id', 'n.position', 'n.storedAt', ...ofEvent] as const

type NumberedEvent = Pick<EventRow, 'id' | 'position' | 'storedAt' | 'profileId' | (typeof about)[number]>

/**
 * An `insert` that creates deliveries of events, due at once: one for each enabled endpoint that receives the event.
 * The common table expression `numbered` of the same statement has a row for each event.
 */
export function insertDeliveries({ kysely }: Db) {
  const events = kysely.withTables<{ numbered: NumberedEvent }>().selectFrom('numbered as n')
  const taken = events.innerJoin('webhookEndpoint as e', (on) => on.on('e.status', '=', sql.lit('enabled')).on(isTaken))
  const created = taken.select([...selected, 'n.storedAt as nextAttemptAt', 'n.storedAt as createdAt'])
  return kysely.insertInto('webhookDelivery').columns(columns).expression(created)
}

/** Stores the delivery of a test event, due at once. Test events are not in the feed that `GET /events` returns. */
export async function insertTestDelivery(
  db: Db,
  row: Pick<
    WebhookDeliveryRow,
    'id' | 'endpointId' | 'organizationId' | 'eventId' | 'type' | 'objectType' | 'objectId' | 'createdAt'
  > & { body: string },
): Promise<void> {
  const place = { eventPosition: null, eventStoredAt: null, nextAttemptAt: sql<Date>`clock_timestamp()` }
  const delivery = { ...row, ...place }
  await db.kysely.insertInto('webhookDelivery').values(delivery).execute()
  db.hints.deliveries()
}

/** Selects the stored events that are replayed to an endpoint. */
export interface ReplaySelection {
  endpointId: string
  /** Only events that were stored at this time or later, up to and including `until`. */
  since: Date
  until: Date
  /** Only events of these types. */
  types: readonly string[]
  /** True to leave out events with a successful delivery to the endpoint. */
  onlyFailed: boolean
}

/** Selects a part of the events of a replay: the first `max` events after a position. */
export interface ReplayOptions extends ReplaySelection {
  /** Only events after this position in the feed. */
  after: number
  max: number
}

/** The result of one part of a replay. */
export interface Replayed {
  /** The number of created deliveries. */
  count: number
  /** The position in the feed of the last replayed event; null if no event was replayed. */
  last: number | null
}

/**
 * Returns a query of the stored events `n` that are selected and that the endpoint `e` may receive. Events with a
 * pending delivery to the endpoint are left out and, with `onlyFailed`, those with a successful one.
 */
function replayable({ kysely }: Db, { endpointId, since, until, types, onlyFailed }: ReplaySelection) {
  const over = onlyFailed ? ['pending', 'delivered'] : ['pending']
  // As a function, so that the index of due deliveries is not chosen: all of them would be read for each event.
  const isOver = sql<boolean>`d.endpoint_id = e.id and d.event_id = n.id
    and array_position(${over}::text[], d.status) is not null`
  const delivered = kysely.selectFrom('webhookDelivery as d').where(isOver)
  return kysely
    .selectFrom('webhookEndpoint as e')
    .innerJoin('event as n', (on) => on.on(isTaken))
    .where('e.id', '=', endpointId)
    .where(({ between }) => between('n.storedAt', since, until))
    .where('n.type', '=', sql<EventType>`any(${types})`)
    .where(({ not, exists }) => not(exists(delivered)))
}

/** Counts, up to `max`, the stored events for which `replayEvents` would create a delivery to an endpoint. */
export function countReplayed(db: Db, selection: ReplaySelection, max: number): Promise<number> {
  return countRows(db, replayable(db, selection).limit(max))
}

/**
 * Creates deliveries, due at once, of up to `max` stored events that `options` selects and the endpoint may receive,
 * the oldest events first. Events with a pending delivery to the endpoint are left out, and with `onlyFailed` also
 * those with a successful one.
 */
export async function replayEvents(db: Db, options: ReplayOptions): Promise<Replayed> {
  const { after, max } = options
  const now = sql<Date>`clock_timestamp()`
  const events = replayable(db, options).where('n.position', '>', after).orderBy('n.position').limit(max)
  const created = events.select([...selected, now.as('nextAttemptAt'), now.as('createdAt')])
  const insert = db.kysely.insertInto('webhookDelivery').columns(columns).expression(created)
  const replayed = await db.kysely
    .with('replayed', () => insert.returning('eventPosition'))
    .selectFrom('replayed')
    .select(({ fn }) => [sql<number>`count(*)::int`.as('count'), fn.max('eventPosition').as('last')])
    .executeTakeFirstOrThrow()
  db.hints.deliveries()
  return replayed
}

/**
 * Makes a delivery to an endpoint pending and due at once, whatever its status, and sets its number of failures to 0,
 * so that it gets all retries again; stored attempts are kept. Returns false if the endpoint has no such delivery.
 */
export async function requeueDelivery(db: Db, endpointId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('webhookDelivery')
    .set({ status: 'pending', failures: 0, nextAttemptAt: sql<Date>`clock_timestamp()` })
    .where(matching<'webhookDelivery'>({ endpointId, id }))
    .executeTakeFirstOrThrow()
  db.hints.deliveries()
  return numUpdatedRows > 0n
}

/**
 * The SQL condition for the pending deliveries to an endpoint. The status is a literal: only then does a prepared
 * statement use the index that has no others.
 */
const isPendingTo = (endpointId: string) => sql<boolean>`(endpoint_id = ${endpointId} and status = 'pending')`

/** The maximum number of deliveries that one statement cancels. */
const cancelBatch = 5_000

/**
 * Cancels up to 5,000 pending deliveries to an endpoint, except for those of test events and those that another
 * transaction has locked. Returns true if 5,000 were cancelled, so that there may be more.
 */
export async function cancelDeliveries(db: Db, endpointId: string): Promise<boolean> {
  const pending = db.kysely.selectFrom('webhookDelivery').where(isPendingTo(endpointId))
  const ofEvents = pending.where('eventStoredAt', 'is not', null).select('id')
  const { numUpdatedRows } = await db.kysely
    .updateTable('webhookDelivery')
    .set({ status: 'cancelled', nextAttemptAt: null })
    .where('id', 'in', ofEvents.limit(cancelBatch).forUpdate().skipLocked())
    .executeTakeFirstOrThrow()
  return numUpdatedRows === BigInt(cancelBatch)
}

/** Selects deliveries to an endpoint; absent fields select all. */
export interface DeliveryFilter {
  endpointId: string
  status?: DeliveryStatus
  type?: EventType
  /** Only deliveries older than the one with this id, for the next page. */
  before?: string
  max: number
}

const listed = ['id', 'eventId', 'type', 'status', 'createdAt', 'nextAttemptAt'] as const

/** A delivery as lists contain it. */
export type ListedDelivery = Pick<WebhookDeliveryRow, (typeof listed)[number]>

/** Returns up to `max` deliveries to an endpoint, newest first. */
export function listDeliveries(
  db: Db,
  { endpointId, status, type, before, max }: DeliveryFilter,
): Promise<ListedDelivery[]> {
  const all = db.kysely.selectFrom('webhookDelivery').select(listed).orderBy('id', 'desc').limit(max)
  const query = all.where(matching<'webhookDelivery'>({ endpointId, status, type }))
  return (before === undefined ? query : query.where('id', '<', before)).execute()
}

/** Reads a delivery to an endpoint; undefined if none exists. `body` is null except for a test delivery. */
export function findDelivery(
  db: Db,
  endpointId: string,
  id: string,
): Promise<(ListedDelivery & Pick<WebhookDeliveryRow, 'body'>) | undefined> {
  const deliveries = db.kysely.selectFrom('webhookDelivery').select([...listed, 'body'])
  return deliveries.where(matching<'webhookDelivery'>({ endpointId, id })).executeTakeFirst()
}

/** Returns the attempts of deliveries; those of one delivery are in order, oldest first. */
export function listDeliveryAttempts(db: Db, deliveryIds: readonly string[]): Promise<WebhookDeliveryAttemptRow[]> {
  return db.kysely
    .selectFrom('webhookDeliveryAttempt')
    .selectAll()
    .where('deliveryId', '=', sql<string>`any(${[...deliveryIds]}::uuid[])`)
    .orderBy('deliveryId')
    .orderBy('number')
    .execute()
}

/** Counts the pending deliveries to an endpoint, and the attempts of deliveries to it that have failed since a time. */
export async function countDeliveries(
  db: Db,
  endpointId: string,
  since: Date,
): Promise<{ pending: number; failed: number }> {
  const attempts = db.kysely.selectFrom('webhookDeliveryAttempt').where('endpointId', '=', endpointId)
  return {
    pending: await countRows(db, db.kysely.selectFrom('webhookDelivery').where(isPendingTo(endpointId))),
    failed: await countRows(db, attempts.where('at', '>=', since).where('error', 'is not', null)),
  }
}
