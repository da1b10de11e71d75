import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db.ts'
import { countRows } from '../statements/results.ts'

/** Numbers of jobs in the queue. Failed jobs of external writes that have ended are not counted. */
export interface QueueGauges {
  /** Jobs that can run now. */
  due: number
  /** Jobs whose time has not come. */
  later: number
  /** Jobs that a worker has taken. */
  running: number
  /** Jobs without attempts left. */
  failed: number
  /** The number of due external writes that wait for a place in the queue. */
  waiting: number
  /** How many seconds the oldest due job or write has waited; 0 if none is due. */
  oldestDueSeconds: number
}

/**
 * The largest number that the metrics of this database are counted to exactly. Metrics of the queue and of open writes
 * estimate a larger number from the statistics of the table; the others are then 10,001.
 */
export const maxCounted = 10_000

/**
 * SQL condition: whether a job belongs to an external write that has ended; false for other jobs. For queries in which
 * the job's column `payload` is in scope.
 */
export const writeHasEnded = sql<boolean>`(payload->>'writeId' is not null and not exists (
  select from external_write where id::text = payload->>'writeId' and wake_at is not null))`

const jobs = sql`graphile_worker._private_jobs`

/** SQL for the rows of each metric: the end of a `select` after `from`. An index finds the rows. */
const rowsOf: Readonly<Record<Exclude<keyof QueueGauges, 'oldestDueSeconds'>, RawBuilder<unknown>>> = {
  due: sql`${jobs} where is_available = true and run_at <= now()`,
  later: sql`${jobs} where is_available = true and run_at > now()`,
  running: sql`${jobs} where is_available is not true and locked_at is not null`,
  failed: sql`${jobs} where is_available is not true and locked_at is null and not ${writeHasEnded}`,
  waiting: sql`external_write where not queued and running_since is null and wake_at <= now()`,
}

/** Counts rows up to `maxCounted`, and estimates a larger number. `rows` is the end of a `select` after `from`. */
async function countOf(db: Db, rows: RawBuilder<unknown>): Promise<number> {
  const counted = await countRows(db, sql`select from ${rows} limit ${sql.lit(maxCounted + 1)}`)
  if (counted <= maxCounted) return counted
  const text = sql`select from ${rows}`.compile(db.kysely).sql
  const estimate = sql<number>`greatest(${counted}::bigint, estimate_count(${text}))`
  return (await db.kysely.selectNoFrom(estimate.as('count')).executeTakeFirstOrThrow()).count
}

const oldestDue = sql<number>`coalesce(extract(epoch from now() - least(
  (select min(run_at) from (
    select run_at from ${rowsOf.due} order by priority, run_at limit ${sql.lit(maxCounted)}) as job),
  (select wake_at from ${rowsOf.waiting} order by wake_at limit 1))), 0)::float8`

/** Reads the numbers of jobs in the queue by state. Numbers above 10,000 are estimates. */
export async function readQueueGauges(db: Db): Promise<QueueGauges> {
  const { oldestDueSeconds } = await db.kysely.selectNoFrom(oldestDue.as('oldestDueSeconds')).executeTakeFirstOrThrow()
  return {
    due: await countOf(db, rowsOf.due),
    later: await countOf(db, rowsOf.later),
    running: await countOf(db, rowsOf.running),
    failed: await countOf(db, rowsOf.failed),
    waiting: await countOf(db, rowsOf.waiting),
    oldestDueSeconds,
  }
}
