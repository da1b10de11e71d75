import { sql } from 'kysely'
import { columnsOfRow } from '../connection/columns.ts'
import { type Db, transaction } from '../db.ts'
import type { WebhookDeliveryAttemptRow, WebhookDeliveryRow } from '../schema/webhook-delivery.ts'
import type { WebhookEndpointRow } from '../schema/webhook-endpoint.ts'
import { statement } from '../statements/statement.ts'
import type { FeedEvent } from './event-feed.ts'

/**
 * SQL of a common table expression, to follow `with recursive`: `pending(endpoint_id)` has the ids of endpoints that
 * have pending deliveries, and a last row that is null. Each id is found by one index lookup, however many deliveries
 * the endpoint has.
 */
export const pendingEndpoints = `pending as (
    (select endpoint_id from webhook_delivery where status = 'pending' order by endpoint_id limit 1)
    union all
    select (
      select d.endpoint_id from webhook_delivery d
      where d.status = 'pending' and d.endpoint_id > p.endpoint_id order by d.endpoint_id limit 1
    )
    from pending p where p.endpoint_id is not null
  )`

/**
 * SQL of the present time. Read once, so that an index can be searched by it, unlike by a function that is volatile.
 */
const present = '(select clock_timestamp())'

/**
 * Locks up to `$3` endpoints with due deliveries that no other process has locked, those with the longest wait first,
 * and returns their ids. `$1` and `$2` are the ids of endpoints and organizations that are left out.
 */
const lockDue = statement<{ id: string; organizationId: string }>(`
  with recursive ${pendingEndpoints}
  select e.id, e.organization_id from pending p join webhook_endpoint e on e.id = p.endpoint_id
  cross join lateral (
    select d.next_attempt_at from webhook_delivery d
    where d.endpoint_id = e.id and d.status = 'pending' and d.next_attempt_at <= ${present}
      and (e.status = 'enabled' or d.event_stored_at is null)
    order by d.next_attempt_at limit 1
  ) first
  where e.id <> all($1::uuid[]) and e.organization_id <> all($2::uuid[])
  order by first.next_attempt_at limit $3
  for no key update of e skip locked`)

/** A delivery that this process attempts, with its endpoint and its event. */
export type ClaimedDelivery = Pick<
  WebhookDeliveryRow,
  'id' | 'endpointId' | 'organizationId' | 'eventId' | 'type' | 'failures' | 'body'
> &
  Pick<WebhookEndpointRow, 'url' | 'headers' | 'secret' | 'oldSecret' | 'oldSecretUntil'> & {
    /**
     * Whether this is the first attempt for the event, to an endpoint without failures since the event was stored.
     * False for a repeated or replayed delivery, for a test, and while the endpoint has had no success since its last
     * failure.
     */
    isFirst: boolean
    /**
     * The event of the feed; null for a test, and for an event that is no longer kept or that the endpoint may not
     * receive.
     */
    event: FeedEvent | null
  }

/** The columns of an event that its delivery does not have. */
type EventColumns = Omit<FeedEvent, 'id' | 'organizationId' | 'type'>

type ClaimedRow = Omit<ClaimedDelivery, 'event'> & (EventColumns | { [Column in keyof EventColumns]: null })

/**
 * Takes due deliveries of locked endpoints: up to a number per endpoint, and of each object only the one that has
 * waited longest, and none while another delivery of the object is in flight.
 */
const claim = statement<ClaimedRow>(`
  with picked as (
    select d.id from unnest($1::uuid[], $2::int[]) as e(id, places)
    cross join lateral (
      select * from (
        select distinct on (object_type, object_id) id, next_attempt_at, event_position from (
          select id, object_type, object_id, next_attempt_at, event_position from webhook_delivery
          where endpoint_id = e.id and status = 'pending' and next_attempt_at <= ${present}
            and (event_stored_at is null
              or exists (select from webhook_endpoint w where w.id = e.id and w.status = 'enabled'))
          order by next_attempt_at, event_position limit 4 * e.places + 16
        ) due
        where not exists (
          select from webhook_delivery flying
          where flying.endpoint_id = e.id and flying.claimed_until > clock_timestamp()
            and flying.object_type = due.object_type and flying.object_id = due.object_id
        )
        order by object_type, object_id, next_attempt_at, event_position
      ) first_of_object
      order by next_attempt_at, event_position limit e.places
    ) d
  ), ending as materialized (
    select clock_timestamp() + make_interval(secs => $3) as at
  ), claimed as (
    update webhook_delivery d set claimed_until = ending.at, next_attempt_at = ending.at
    from picked, ending where d.id = picked.id and d.status = 'pending'
    returning d.*
  )
  select d.id, d.endpoint_id, d.organization_id, d.event_id, d.type, d.failures, d.body,
    d.attempts = 0 and d.created_at is not distinct from d.event_stored_at and e.failing_since is null
      and coalesce(e.last_failure_at < d.event_stored_at, true) as is_first,
    e.url, e.headers, e.secret, e.old_secret, e.old_secret_until,
    v.position, v.stored_at, v.profile_id, v.account_id, v.platform, v.object_type, v.object_id, v.sequence,
    v.occurred_at, v.truncated, v.data::text as data
  from claimed d join webhook_endpoint e on e.id = d.endpoint_id
  left join event v on v.stored_at = d.event_stored_at and v.position = d.event_position
    and (e.readable_objects is null or d.object_type = any(e.readable_objects))
  order by d.event_position`)

/** Which due deliveries a process takes, and for how long. */
export interface ClaimOptions {
  /** The ids of endpoints that are left out, because enough of their deliveries are in flight. */
  fullEndpoints: readonly string[]
  /** The ids of organizations that are left out, because enough deliveries to their endpoints are in flight. */
  fullOrganizations: readonly string[]
  /** The maximum number of endpoints whose deliveries are taken. */
  maxEndpoints: number
  /**
   * Returns how many deliveries may be taken of each of these endpoints, keyed by endpoint id. Endpoints without an
   * entry are left out.
   */
  placesOf(endpoints: readonly { id: string; organizationId: string }[]): Map<string, number>
  /** The number of seconds after which other processes may take the deliveries. */
  claimSeconds: number
}

function withEvent(row: ClaimedRow): ClaimedDelivery {
  if (row.position === null) return { ...row, event: null }
  const { position, storedAt, profileId, accountId, platform, objectType, objectId } = row
  const { eventId: id, organizationId, type, sequence, occurredAt, truncated, data } = row
  const place = { position, storedAt, organizationId, profileId, accountId, platform }
  return { ...row, event: { ...place, id, type, objectType, objectId, sequence, occurredAt, truncated, data } }
}

/**
 * Takes due deliveries for this process and returns them in the order of the feed; empty if none can be taken. Of the
 * deliveries of one object to an endpoint, takes only the one that has waited longest, and none while another delivery
 * of the object is in flight. No other process takes the returned deliveries until `claimSeconds` have passed.
 */
export function claimDeliveries(db: Db, options: ClaimOptions): Promise<ClaimedDelivery[]> {
  const { fullEndpoints, fullOrganizations, maxEndpoints, placesOf, claimSeconds } = options
  return transaction(db, async (tx) => {
    const endpoints = await lockDue(tx, [fullEndpoints, fullOrganizations, maxEndpoints])
    if (endpoints.length === 0) return []
    const places = placesOf(endpoints)
    // A statement of its own: it sees what others had taken before the locks.
    const rows = await claim(tx, [[...places.keys()], [...places.values()], claimSeconds])
    return rows.map(withEvent)
  })
}

/** The end of an attempt of a delivery. */
export type AttemptResult = Omit<WebhookDeliveryAttemptRow, 'number'> & {
  /** `retry`: the attempt failed, and a further attempt follows. `failed`: it failed and was the last attempt. */
  outcome: 'delivered' | 'failed' | 'retry'
  /** The number of seconds until the next attempt; null if none follows. */
  retrySeconds: number | null
}

/**
 * SQL of whether a delivery was made due at once (`requeueDelivery`) during its attempt: it is then due before the end
 * of its claim, and otherwise at that end.
 */
const requeued = `(d.status = 'pending' and d.next_attempt_at < d.claimed_until)`

const settle = statement<object>(`
  with given as (
    select * from json_to_recordset($1::json) as (
      delivery_id uuid, endpoint_id uuid, at timestamptz, duration_ms int, status int, error text, response text,
      outcome text, retry_seconds double precision)
  ), settled as (
    update webhook_delivery d set
      attempts = d.attempts + 1,
      failures = d.failures + case when g.outcome = 'delivered' or ${requeued} then 0 else 1 end,
      status = case
        when g.outcome = 'delivered' then g.outcome
        when g.outcome = 'failed' and d.status = 'cancelled' then g.outcome
        when g.outcome = 'failed' and ${requeued} then d.status
        when g.outcome = 'failed' and d.status = 'pending' then g.outcome
        else d.status end,
      next_attempt_at = case
        when g.outcome in ('retry', 'failed') and ${requeued} then clock_timestamp()
        when g.outcome = 'retry' and d.status = 'pending'
          then clock_timestamp() + make_interval(secs => g.retry_seconds) end,
      claimed_until = null
    from given g where d.id = g.delivery_id
    returning d.id, d.attempts as number
  )
  insert into webhook_delivery_attempt (delivery_id, number, endpoint_id, at, duration_ms, status, error, response)
  select s.id, s.number, g.endpoint_id, g.at, g.duration_ms, g.status, g.error, g.response
  from settled s join given g on g.delivery_id = s.id`)

/**
 * Stores finished attempts of deliveries: a row for each attempt, and the new status and next attempt of its delivery.
 * A delivery that was cancelled in the meantime becomes `delivered` if the attempt succeeded, `failed` if it failed and
 * was the last one, and otherwise stays cancelled. A delivery that was made due at once in the meantime
 * (`requeueDelivery`) becomes `delivered` if the attempt succeeded; otherwise it stays pending, due at once and with 0
 * failures.
 */
export async function settleAttempts(db: Db, results: readonly AttemptResult[]): Promise<void> {
  if (results.length > 0) await settle(db, [JSON.stringify(results.map(columnsOfRow))])
}

/**
 * Gives up the claim of this process on deliveries that it has not attempted: they are due at once, unless they have
 * been cancelled in the meantime.
 */
export async function releaseDeliveries(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const nextAttemptAt = sql<Date>`case when status = 'pending' then clock_timestamp() end`
  const change = db.kysely.updateTable('webhookDelivery').set({ claimedUntil: null, nextAttemptAt })
  await change.where(sql<boolean>`id = any(${ids}::uuid[])`).execute()
}

/**
 * Cancels a delivery that this process has claimed and for which nothing can be sent, as its event is no longer kept or
 * its endpoint may not receive it.
 */
export async function cancelClaimedDelivery(db: Db, id: string): Promise<void> {
  const status = sql<'cancelled'>`case when status = 'pending' then 'cancelled' else status end`
  await db.kysely
    .updateTable('webhookDelivery')
    .set({ claimedUntil: null, nextAttemptAt: null, status })
    .where('id', '=', id)
    .execute()
}

const cancel = statement<{ count: number }>(`
  with recursive ${pendingEndpoints}, ended as (
    select d.id from pending p
    left join webhook_endpoint e on e.id = p.endpoint_id
    join webhook_delivery d on d.endpoint_id = p.endpoint_id and d.status = 'pending'
      and (e.id is null or d.event_stored_at is not null)
    where e.status is distinct from 'enabled' limit 5000 for update of d skip locked
  ), cancelled as (
    update webhook_delivery d set status = 'cancelled', next_attempt_at = null from ended where d.id = ended.id
    returning d.id
  )
  select count(*)::int as count from cancelled`)

/**
 * Cancels up to 5,000 pending deliveries to endpoints that have been disabled or deleted; deliveries of test events to
 * disabled ones are kept. Those that another transaction has locked are left for a later call. Returns the number of
 * cancelled deliveries.
 */
export async function cancelEndedDeliveries(db: Db): Promise<number> {
  const [row] = await cancel(db, [])
  return row?.count ?? 0
}
