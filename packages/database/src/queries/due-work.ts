import type { Db } from '../db.ts'
import { statement } from '../statements/statement.ts'
import { pendingEndpoints } from './webhook-claim.ts'

const scheduled = `from schedule where status = 'scheduled'`

/**
 * The kinds of work that workers find without a job, each with a query that has rows if there is such work; `$1` is the
 * caller's time. Each query ends with the first row that it finds through an index.
 */
const conditions = {
  /** External writes that are due and have no job in the queue. */
  'waiting writes': `select from external_write where not queued and running_since is null and wake_at <= $1`,
  /**
   * External writes that should have gone on more than 10 s ago: their process died, their job was lost, or the workers
   * do not keep up. In order, as without statistics the planner otherwise expects one among the first rows of the
   * table, and reads all of it.
   */
  'overdue writes': `select from (
    select from external_write where wake_at < now() - interval '10 seconds' order by wake_at limit 1) as first`,
  /** Jobs that were taken more than a second ago, by a worker whose process may have ended since. */
  'taken jobs': `select from graphile_worker._private_jobs
    where is_available is not true and locked_by is not null and locked_at < now() - interval '1 second'`,
  /** Schedules whose start has come, and schedules that are due within 5 seconds and have no start yet. */
  'due schedules': `select ${scheduled} and start_at <= now()
    union all select ${scheduled} and start_at is null and due_at <= now() + interval '5 seconds'`,
  'schedules to look at': `select from schedule where status in ('scheduled', 'held') and look_at <= now()
    union all select ${scheduled} and key_id is null
    union all select from changed_account`,
  /** Events without a position in the feed. */
  events: `select from (select from event_outbox order by number limit 1) as first`,
  'due deliveries': `select from pending cross join lateral (
    select from webhook_delivery as delivery where delivery.endpoint_id = pending.endpoint_id
      and delivery.status = 'pending' and delivery.next_attempt_at <= now() limit 1) as due`,
  /** Pending deliveries to endpoints that were disabled or deleted. */
  'ended deliveries': `select from pending left join webhook_endpoint as endpoint on endpoint.id = pending.endpoint_id
    cross join lateral (
      select from webhook_delivery as delivery where delivery.endpoint_id = pending.endpoint_id
        and delivery.status = 'pending' and (endpoint.id is null or delivery.event_stored_at is not null) limit 1) as left_over
    where pending.endpoint_id is not null and endpoint.status is distinct from 'enabled'`,
  /** Audit entries of actions that have ended and are in no chain yet, or that have been open for 45 minutes. */
  'audit entries': `select from (select from audit_outbox order by number limit 1) as first
    union all select from (select opened_at from audit_open order by id limit 1) as oldest
      where opened_at < now() - interval '45 minutes'`,
} as const

/** The name of a kind of work that workers find without a job. */
export type DueWork = keyof typeof conditions

const find = statement<{ work: DueWork[]; jobs: number }>(`
  with recursive ${pendingEndpoints}
  select array_remove(array[
    ${Object.entries(conditions)
      .map(([name, condition]) => `case when exists (${condition}) then '${name}' end`)
      .join(',\n    ')}
  ], null) as work, (
    select count(*)::int from (
      select from graphile_worker._private_jobs where is_available and run_at <= now() limit $2) as job
  ) as jobs`)

/**
 * Returns which kinds of work are due that workers find without a job (such as schedules, events and deliveries to
 * webhook endpoints), and how many jobs in the queue can be taken.
 * @param max the maximum number to which jobs are counted
 * @param now the time at which waiting writes are due; other work is due by the database's clock
 */
export async function findDueWork(
  db: Db,
  { now, max }: { now: Date; max: number },
): Promise<{ work: readonly DueWork[]; jobs: number }> {
  const [found] = await find(db, [now, max])
  return found ?? { work: [], jobs: 0 }
}
