import { type Expression, sql } from 'kysely'
import type { Db } from '../db.ts'
import { maxCounted } from './queue-gauges.ts'
import { pendingEndpoints } from './webhook-claim.ts'

/** Metrics of events and their deliveries. */
export interface EventGauges {
  /** The number of events without a position in the feed, counted up to 10,001. */
  waiting: number
  /** How many seconds the oldest event without a position has waited; 0 if none waits. */
  oldestWaitingSeconds: number
  /** How many seconds the oldest due delivery to a webhook endpoint has waited; 0 if none is due. */
  oldestDueSeconds: number
  /** The number of enabled webhook endpoints. Endpoints are counted up to 10,001, enabled and disabled together. */
  enabled: number
  disabled: number
}

const number = sql<number>`count(*)`.as('number')

const pendingDeliveries = ({ kysely }: Db) =>
  kysely.selectFrom('webhookDelivery').where('status', '=', sql.lit('pending'))

/** Reads the metrics of events and their deliveries. */
export function readEventGauges(db: Db): Promise<EventGauges> {
  const events = db.kysely.selectFrom('eventOutbox')
  const waiting = db.kysely.selectFrom(events.limit(maxCounted + 1).as('waiting')).select(number)
  const pending = sql`(with recursive ${sql.raw(pendingEndpoints)} select endpoint_id from pending limit ${maxCounted})`
  const ofEndpoint = pendingDeliveries(db).where(sql<boolean>`endpoint_id = pending.endpoint_id`)
  const first = ofEndpoint.select('nextAttemptAt').orderBy('nextAttemptAt').limit(sql.lit(1)).as('first')
  const due = db.kysely.selectFrom(pending.as('pending')).crossJoinLateral(first)
  const endpoints = db.kysely.selectFrom('webhookEndpoint').select('status')
  return db.kysely
    .selectFrom(endpoints.limit(maxCounted + 1).as('endpoint'))
    .select(sql<number>`${waiting}`.as('waiting'))
    .select(secondsSince(events.select('occurredAt').orderBy('number').limit(sql.lit(1))).as('oldestWaitingSeconds'))
    .select(secondsSince(due.select(({ fn }) => fn.min('nextAttemptAt').as('at'))).as('oldestDueSeconds'))
    .select(({ fn }) => fn.countAll<number>().filterWhere('status', '=', sql.lit('enabled')).as('enabled'))
    .select(({ fn }) => fn.countAll<number>().filterWhere('status', '=', sql.lit('disabled')).as('disabled'))
    .executeTakeFirstOrThrow()
}

/** Returns SQL for the seconds since the time that a query selects; 0 if it is in the future or does not exist. */
const secondsSince = (query: Expression<unknown>) =>
  sql<number>`coalesce(greatest(extract(epoch from clock_timestamp() - ${query}), 0), 0)::float8`

/** The waiting events and deliveries of an organization. */
export interface EventBacklog {
  organizationId: string
  /** The number of events without a position in the feed. */
  events: number
  /** When the oldest of these events occurred; null if there are none. */
  oldestEventAt: Date | null
  /** The number of deliveries to webhook endpoints that have not ended. */
  deliveries: number
  /** When the delivery that has been due for longest became due; null if none is due. */
  oldestDueAt: Date | null
}

/** Returns up to `max` organizations with waiting events or deliveries, those with the oldest due delivery first. */
export function listEventBacklogs(db: Db, max: number): Promise<EventBacklog[]> {
  const eventAt = sql<Date>`min(occurred_at)`.as('oldestEventAt')
  const dueAt = sql<Date | null>`min(next_attempt_at) filter (where next_attempt_at <= clock_timestamp())`.as(
    'oldestDueAt',
  )
  const outbox = db.kysely.selectFrom('eventOutbox')
  const events = outbox.select(['organizationId', number, eventAt]).groupBy('organizationId')
  const deliveries = pendingDeliveries(db).select(['organizationId', number, dueAt]).groupBy('organizationId')
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
