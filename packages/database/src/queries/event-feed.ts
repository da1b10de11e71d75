import type { EventType } from '@carillon/domain'
import { type Expression, sql } from 'kysely'
import type { Db } from '../db.ts'
import { withPartition } from '../partitions/create-partitions.ts'
import type { EventRow } from '../schema/event.ts'
import { matching } from '../statements/matching.ts'
import { ofProfiles } from '../statements/of-profiles.ts'
import { databaseTime } from './database-epoch.ts'
import { insertDeliveries } from './webhook-delivery.ts'

/** The maximum number of events that get their position in one statement. */
const batch = 500

const owner = ['id', 'organizationId', 'profileId'] as const
const object = ['type', 'objectType', 'objectId'] as const
const columns = [...owner, 'accountId', 'platform', ...object, 'sequence', 'occurredAt', 'truncated'] as const

const exists = (query: Expression<unknown>) => sql<boolean>`exists ${query}`

/**
 * Gives events of the outbox their positions in the feed, and creates their deliveries. It locks the only row
 * of `event_feed`, unless another process has locked it: positions are assigned by one process at a time, so that a
 * reader who has seen a position has seen all smaller ones. It locks nothing if the outbox is empty.
 */
function number(db: Db) {
  const waiting = db.kysely.selectFrom('eventOutbox')
  const feed = db.kysely.selectFrom('eventFeed').select('lastPosition').where(exists(waiting))
  const first = waiting.select('number').where(sql<boolean>`exists (select from feed)`).orderBy('number').limit(batch)
  const position = sql<number>`feed.last_position + row_number() over (order by taken.number)`.as('position')
  const storedAt = sql<Date>`clock_timestamp()`.as('storedAt')
  const lastPosition = sql<number>`(select max(position) from numbered)`
  const hasNumbered = sql<boolean>`exists (select from numbered)`
  return db.kysely
    .with('feed', () => feed.forUpdate().skipLocked())
    .with('taken', (query) => query.deleteFrom('eventOutbox').where('number', 'in', first).returningAll())
    .with('numbered', (query) => {
      const insert = query.insertInto('event').columns(['position', 'storedAt', ...columns, 'data'])
      const events = query.selectFrom(['taken', 'feed']).select([position, storedAt, ...columns, 'data'])
      return insert.expression(events).returning(['position', 'storedAt', ...owner, ...object])
    })
    .with('delivered', () => insertDeliveries(db).returning('id'))
    .with('moved', (query) => query.updateTable('eventFeed').set({ lastPosition }).where(hasNumbered))
    .selectNoFrom(({ selectFrom }) => [
      sql<string[]>`array(${selectFrom('numbered').select('organizationId').distinct()})`.as('organizations'),
      sql<number>`(select count(*)::int from numbered)`.as('count'),
      exists(selectFrom('delivered')).as('hasDeliveries'),
      exists(selectFrom('webhookEndpoint').where('status', '=', sql.lit('enabled'))).as('hasEndpoints'),
      exists(waiting).as('isWaiting'),
    ])
    .executeTakeFirstOrThrow()
}

/** How many events `numberEvents` has moved to the feed, and which work this leaves. */
export interface Numbered {
  /** The number of events that were given their position. */
  count: number
  /** Whether events without a position may be left, which another process may be numbering. */
  hasMore: boolean
  /** Whether deliveries to webhook endpoints were created. */
  hasDeliveries: boolean
  /** Whether any webhook endpoint is enabled. */
  hasEndpoints: boolean
}

/**
 * Moves up to 500 events of committed changes from the outbox, where they are stored first, to the feed, and creates
 * their deliveries to webhook endpoints. Events of one object keep the order in which its changes were committed. Does
 * nothing if another process is numbering events; `count` is then 0.
 */
export async function numberEvents(db: Db): Promise<Numbered> {
  const row = await withPartition(db, { table: 'event', at: () => databaseTime(db) }, () => number(db))
  const { organizations, count, hasDeliveries, hasEndpoints, isWaiting } = row
  // The outbox is seen as it was before the statement.
  const hasMore = isWaiting && (count === 0 || count === batch)
  for (const organizationId of organizations) db.hints.feed(organizationId)
  if (hasDeliveries) db.hints.deliveries()
  return { count, hasMore, hasDeliveries, hasEndpoints }
}

/**
 * A place in the feed of events: a position, and approximately the time `at` which the event with this position was
 * stored, so that older partitions are not read.
 */
export interface FeedPlace {
  position: number
  at: Date
}

/** Selects events of an organization after a place in the feed. */
export interface FeedRead {
  organizationId: string
  /** Only events of these profiles; null for all events, also those without a profile. */
  profileIds: readonly string[] | null
  accountId?: string
  /** Only events of these types; all if absent. */
  types?: readonly EventType[]
  /** Only events after this place. */
  after: FeedPlace
  limit: number
}

/** An event as it is sent to clients. `data` is JSON text, so that every delivery has the same bytes. */
export type FeedEvent = Omit<EventRow, 'data'> & { data: string }

/** The number of ms before the time of a place from which on events are read, because the clocks of servers differ. */
const slackMs = 3_600_000

/**
 * Returns SQL for the time from which on events after a place of the time `since` are stored. A place of the future is
 * from before the clock of the database was put back: events after it can be of any time.
 */
const storedSince = (since: Date) => sql<Date>`case when ${since}::timestamptz > now() then '-infinity'
  else ${new Date(since.getTime() - slackMs)}::timestamptz end`

/** Returns a query of the events in the feed. */
function selectEvents(db: Db) {
  return db.kysely.selectFrom('event').select(['position', 'storedAt', ...columns, sql<string>`data::text`.as('data')])
}

/** Selects the events of `readFeed` that were stored since a time, at any place in the feed. */
function selectFeed(
  db: Db,
  { organizationId, profileIds, accountId, types }: Omit<FeedRead, 'after' | 'limit'>,
  since: Date,
) {
  const query = selectEvents(db)
    .where(matching<'event'>({ organizationId, accountId }))
    .where('storedAt', '>=', storedSince(since))
    .where(ofProfiles(profileIds))
  return types === undefined ? query : query.where('type', '=', sql<EventType>`any(${[...types]}::text[])`)
}

/** Returns up to `limit` events of an organization after a place in the feed, the lowest position first. */
export function readFeed(db: Db, { after, limit, ...of }: FeedRead): Promise<FeedEvent[]> {
  const query = selectFeed(db, of, after.at).where('position', '>', after.position)
  return query.orderBy('position').limit(limit).execute()
}

/**
 * Returns the newest events of an organization up to the place `upTo` in the feed, at most `limit`, the lowest position
 * first. The other fields select events as for `readFeed`.
 * @param since the time since which events are kept
 */
export async function readNewest(
  db: Db,
  { upTo, since, limit, ...of }: Omit<FeedRead, 'after'> & { upTo: FeedPlace; since: Date },
): Promise<FeedEvent[]> {
  const query = selectFeed(db, of, since).where('position', '<=', upTo.position)
  const newestFirst: FeedEvent[] = await query.orderBy('position', 'desc').limit(limit).execute()
  return newestFirst.toReversed()
}

/**
 * Reads the event of a delivery to a webhook endpoint; undefined for a test delivery, which has none in the feed, for
 * an unknown delivery, and if the event is no longer kept.
 */
export function findDeliveredEvent(db: Db, deliveryId: string): Promise<FeedEvent | undefined> {
  const place = sql`(select event_stored_at, event_position from webhook_delivery where id = ${deliveryId})`
  return selectEvents(db).where(sql<boolean>`(stored_at, position) = ${place}`).executeTakeFirst()
}

/**
 * Reads the end of the feed of events: the last position, and the current time of the database. Events that are stored
 * later get greater positions.
 */
export async function feedEnd(db: Db): Promise<FeedPlace> {
  return db.kysely
    .selectFrom('eventFeed')
    .select(['lastPosition as position', sql<Date>`clock_timestamp()`.as('at')])
    .executeTakeFirstOrThrow()
}
