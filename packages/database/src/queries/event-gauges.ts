import { sql } from 'kysely'
import type { Db } from '../db.ts'
import { maxCounted } from './queue-gauges.ts'
import { pendingEndpoints } from './webhook-claim.ts'

/** Metrics of events and their deliveries. */
export interface EventGauges {
  /** The number of events without a position in the feed, counted up to 10,001. */
  waiting: number
  /** How many seconds the oldest of them has waited; 0 if none waits. */
  oldestWaitingSeconds: number
  /** How many seconds the oldest due delivery to a webhook endpoint has waited; 0 if none is due. */
  oldestDueSeconds: number
  /** The number of enabled webhook endpoints; with `disabled`, they are counted up to 10,001. */
  enabled: number
  disabled: number
}

/** Reads the metrics of events and their deliveries. */
export async function readEventGauges(db: Db): Promise<EventGauges> {
  const { rows } = await sql<EventGauges>`
    with recursive ${sql.raw(pendingEndpoints)}, endpoint as (
      select status from webhook_endpoint limit ${maxCounted + 1}
    )
    select
      (select count(*)::int from (select from event_outbox limit ${maxCounted + 1}) as waiting) as waiting,
      ${secondsSince(sql`select occurred_at from event_outbox order by number limit 1`)} as oldest_waiting_seconds,
      ${secondsSince(sql`select min(first.next_attempt_at)
        from (select endpoint_id from pending limit ${maxCounted}) as p cross join lateral (
          select next_attempt_at from webhook_delivery d
          where d.endpoint_id = p.endpoint_id and d.status = 'pending' order by next_attempt_at limit 1
        ) as first`)} as oldest_due_seconds,
      (select count(*)::int from endpoint where status = 'enabled') as enabled,
      (select count(*)::int from endpoint where status = 'disabled') as disabled
  `.execute(db.kysely)
  const [row] = rows
  if (!row) throw new Error('a statement without a table has one row')
  return row
}

/** Returns SQL for the seconds since the time that a query selects; 0 if it is in the future or does not exist. */
const secondsSince = (query: ReturnType<typeof sql>) =>
  sql`coalesce(greatest(extract(epoch from clock_timestamp() - (${query})), 0), 0)::float8`

/** The events and deliveries of an organization that wait. Times are null if nothing waits. */
export interface EventBacklog {
  organizationId: string
  /** The number of events without a position in the feed. */
  events: number
  oldestEventAt: Date | null
  /** The number of deliveries to webhook endpoints that have not ended. */
  deliveries: number
  /** When the oldest due one was due; null if none is due. */
  oldestDueAt: Date | null
}

/** Returns up to `max` organizations with waiting events or deliveries, those with the oldest due delivery first. */
export function listEventBacklogs(db: Db, max: number): Promise<EventBacklog[]> {
  const number = sql<number>`count(*)`.as('number')
  const eventAt = sql<Date>`min(occurred_at)`.as('oldestEventAt')
  const dueAt = sql<Date | null>`min(next_attempt_at) filter (where next_attempt_at <= clock_timestamp())`.as(
    'oldestDueAt',
  )
  const events = db.kysely
    .selectFrom('eventOutbox')
    .select(['organizationId', number, eventAt])
    .groupBy('organizationId')
  const pending = db.kysely.selectFrom('webhookDelivery').where('status', '=', sql.lit('pending'))
  const deliveries = pending.select(['organizationId', number, dueAt]).groupBy('organizationId')
  const organizationId = sql<string>`coalesce(e.organization_id, d.organization_id)`.as('organizationId')
  return db.kysely
    .selectFrom(events.as('e'))
    .fullJoin(deliveries.as('d'), 'd.organizationId', 'e.organizationId')
    .select([organizationId, 'oldestEventAt', 'oldestDueAt', sql<number>`coalesce(e.number, 0)`.as('events')])
    .select(sql<number>`coalesce(d.number, 0)`.as('deliveries'))
    .orderBy('oldestDueAt')
    .orderBy('oldestEventAt')
    .limit(max)
    .execute()
}
