import type { EventType } from '@carillon/domain'
import { sql } from 'kysely'
import type { Db } from '../db.ts'
import { withPartition } from '../partitions/create-partitions.ts'
import type { EventRow } from '../schema/event.ts'
import { statement } from '../statements/statement.ts'
import { deliveriesOf } from './webhook-delivery.ts'

/** How many events get their position in one statement. */
const batch = 500

/**
 * Locks the only row of the feed, unless another process holds it: positions are given by one process at a time, so
 * that a reader who has seen a position has seen all smaller ones. Without events in the outbox nothing is locked.
 * The deliveries of the events are created in the same statement.
 */
const numberEventsText = `
  with feed as (
    select last_position from event_feed where exists (select from event_outbox) for update skip locked
  ), taken as (
    delete from event_outbox where number in (
      select number from event_outbox where exists (select from feed) order by number limit ${batch}
    )
    returning *
  ), numbered as (
    insert into event (
      position, stored_at, id, organization_id, profile_id, account_id, platform, type, object_type, object_id, sequence,
      occurred_at, truncated, data
    )
    select feed.last_position + row_number() over (order by taken.number), clock_timestamp(), id, organization_id,
      profile_id, account_id, platform, type, object_type, object_id, sequence, occurred_at, truncated, data
    from taken, feed
    returning id, position, stored_at, organization_id, profile_id, type, object_type, object_id
  ), delivered as (
    ${deliveriesOf('numbered')} returning id
  ), moved as (
    update event_feed set last_position = (select max(position) from numbered) where exists (select from numbered)
  )
  select array(select distinct organization_id from numbered) as organizations,
    (select count(*)::int from numbered) as count, exists (select from delivered) as has_deliveries,
    exists (select from event_outbox) as is_waiting`

interface NumberedRow {
  organizations: string[]
  count: number
  hasDeliveries: boolean
  isWaiting: boolean
}

const number = statement<NumberedRow>(numberEventsText)

export interface Numbered {
  /** How many events got their position. */
  count: number
  /** Whether events were left to the process that was giving positions, or to the next batch. */
  hasMore: boolean
}

/**
 * Moves events of committed changes from the outbox to the feed, in the order in which changes of one object were
 * committed. Returns at once if another process is doing so.
 */
export async function numberEvents(db: Db): Promise<Numbered> {
  const [row] = await withPartition(db, { table: 'event', at: new Date() }, () => number(db, []))
  const { organizations = [], count = 0, hasDeliveries = false, isWaiting = false } = row ?? {}
  // The outbox is seen as it was before the statement.
  const hasMore = isWaiting && (count === 0 || count === batch)
  for (const organizationId of organizations) db.hints.feed(organizationId)
  if (hasDeliveries) db.hints.deliveries()
  return { count, hasMore }
}

/** A place in the feed; `at` is when the event there was stored, so that older partitions are not read. */
export interface FeedPlace {
  position: number
  at: Date
}

export interface FeedRead {
  organizationId: string
  /** Only events of these profiles; null for those of all, and of none. */
  profileIds: readonly string[] | null
  accountId?: string
  /** Only events of these types; all of them if absent. */
  types?: readonly EventType[]
  /** Only events after this place. */
  after: FeedPlace
  limit: number
}

/** An event as it is sent: `data` as JSON text, so that it never changes. */
export type FeedEvent = Omit<EventRow, 'data' | 'objectType'> & Pick<EventRow, 'objectType'> & { data: string }

/** How far back a partition is read before the time of a place, because clocks of servers differ. */
const slackMs = 3_600_000

const columns = [
  'position',
  'storedAt',
  'id',
  'organizationId',
  'profileId',
  'accountId',
  'platform',
  'type',
  'objectType',
  'objectId',
  'sequence',
  'occurredAt',
  'truncated',
  sql<string>`data::text`.as('data'),
] as const

/** Reads events of an organization in the order of their positions. */
export function readFeed(db: Db, { organizationId, profileIds, accountId, types, after, limit }: FeedRead) {
  const from = new Date(after.at.getTime() - slackMs)
  let query = db.kysely
    .selectFrom('event')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('position', '>', after.position)
    .where('storedAt', '>=', from)
  if (profileIds !== null) query = query.where('profileId', '=', sql<string>`any(${[...profileIds]}::uuid[])`)
  if (accountId !== undefined) query = query.where('accountId', '=', accountId)
  if (types !== undefined) query = query.where('type', '=', sql<EventType>`any(${[...types]}::text[])`)
  return query.orderBy('position').limit(limit).execute() satisfies Promise<FeedEvent[]>
}

/** The event of a delivery; undefined for a test, and for an event that is no longer kept. */
export function findDeliveredEvent(db: Db, deliveryId: string): Promise<FeedEvent | undefined> {
  const place = sql`(select event_stored_at, event_position from webhook_delivery where id = ${deliveryId})`
  return db.kysely
    .selectFrom('event')
    .select(columns)
    .where(sql<boolean>`(stored_at, position) = ${place}`)
    .executeTakeFirst()
}

/** The end of the feed: all events up to this place can be read. */
export async function feedEnd(db: Db): Promise<FeedPlace> {
  return db.kysely
    .selectFrom('eventFeed')
    .select(['lastPosition as position', sql<Date>`clock_timestamp()`.as('at')])
    .executeTakeFirstOrThrow()
}
