import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../db.ts'
import type { QueueTables } from '../schema/queue.ts'
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
 * The number up to which the metrics of this database are counted exactly. Above it, metrics of the queue and of open
 * writes are estimated from the statistics of the table; all other metrics are 10,001.
 */
export const maxCounted = 10_000

/**
 * SQL condition: whether a job belongs to an external write that has ended; false for other jobs. For queries of
 * graphile-worker's table of jobs under its own name.
 */
export const writeHasEnded = sql<boolean>`(_private_jobs.payload->>'writeId' is not null and not exists (
  select from external_write where id::text = _private_jobs.payload->>'writeId' and wake_at is not null))`

const [now, yes] = [sql<Date>`now()`, sql.lit(true)]

/**
 * Returns, for each metric, a query of the rows that it counts. The queries have no parameters, and each uses an index.
 */
export function queueRows(db: Db) {
  const queue = db.kysely.$extendTables<QueueTables>()
  const jobs = queue.selectFrom('graphile_worker._private_jobs')
  const [free, taken] = [jobs.where('isAvailable', '=', yes), jobs.where('isAvailable', 'is not', true)]
  const idle = queue.selectFrom('externalWrite').where('queued', '!=', yes).where('runningSince', 'is', null)
  return {
    due: free.where('runAt', '<=', now),
    later: free.where('runAt', '>', now),
    running: taken.where('lockedAt', 'is not', null),
    failed: taken.where('lockedAt', 'is', null).where(sql<boolean>`not ${writeHasEnded}`),
    waiting: idle.where('wakeAt', '<=', now),
  }
}

/** Counts the rows of a query without parameters up to `maxCounted`, and estimates a larger number. */
async function countOf<Tables, Table extends keyof Tables>(db: Db, rows: SelectQueryBuilder<Tables, Table, object>) {
  const counted = await countRows(db, rows.limit(sql.lit(maxCounted + 1)))
  if (counted <= maxCounted) return counted
  const estimate = sql<number>`greatest(${counted}::bigint, estimate_count(${rows.compile().sql}))`
  return (await db.kysely.selectNoFrom(estimate.as('count')).executeTakeFirstOrThrow()).count
}

/** Reads the numbers of jobs in the queue by state. Numbers above 10,000 are estimates. */
export async function readQueueGauges(db: Db): Promise<QueueGauges> {
  const { due, later, running, failed, waiting } = queueRows(db)
  const first = due.select('runAt').orderBy(sql`priority, run_at`).limit(sql.lit(maxCounted))
  const job = db.kysely.selectFrom(first.as('job')).select(({ fn }) => fn.min('runAt').as('runAt'))
  const write = waiting.select('wakeAt').orderBy('wakeAt').limit(sql.lit(1))
  const oldest = sql<number>`coalesce(extract(epoch from now() - least(${job}, ${write})), 0)::float8`
  return {
    ...(await db.kysely.selectNoFrom(oldest.as('oldestDueSeconds')).executeTakeFirstOrThrow()),
    due: await countOf(db, due),
    later: await countOf(db, later),
    running: await countOf(db, running),
    failed: await countOf(db, failed),
    waiting: await countOf(db, waiting),
  }
}
