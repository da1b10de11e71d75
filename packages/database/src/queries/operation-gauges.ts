import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { QueueTables } from '../schema/queue.ts'
import { countRows } from '../statements/results.ts'
import { hasLogin, type Login, selectEndingAccess } from './account-standing.ts'
import { maxCounted, queueRows } from './queue-gauges.ts'

/**
 * Counts the due jobs in the queue by task. Counting stops at 10,001 jobs of all tasks together. Tasks without due jobs
 * are left out.
 */
export function countDueJobs(db: Db): Promise<{ task: string; count: number }[]> {
  const some = queueRows(db)
    .due.select('taskId')
    .limit(maxCounted + 1)
    .as('job')
  const tasks = db.kysely.$extendTables<QueueTables>().selectFrom('graphile_worker._private_tasks')
  const jobs = tasks.innerJoin(some, 'taskId', 'id').groupBy('identifier').orderBy('identifier')
  return jobs.select(['identifier as task', ({ fn }) => fn.countAll<number>().as('count')]).execute()
}

/** The number of standbys in one state of replication. */
export interface StandbyGauge {
  /** `sync`, `quorum`, `potential` or `async`; `hidden` if the database role may not see it. */
  state: string
  count: number
  /** How many seconds the slowest standby is behind; null if it is idle, or the role may not see it. */
  lagSeconds: number | null
}

/**
 * Reads how many standbys replicate from the database server, one row for each state. Empty without standbys.
 * @see https://www.postgresql.org/docs/current/monitoring-stats.html (read 2026-11-25)
 */
export function readStandbys(db: Db): Promise<StandbyGauge[]> {
  const state = sql<string>`coalesce(sync_state, 'hidden')`
  const lag = sql<number | null>`max(extract(epoch from replay_lag))::float8`.as('lagSeconds')
  const standbys = db.kysely.$extendTables<{ pgStatReplication: object }>().selectFrom('pgStatReplication')
  const byState = standbys.groupBy(state).orderBy(state)
  return byState.select([state.as('state'), ({ fn }) => fn.countAll<number>().as('count'), lag]).execute()
}

/**
 * Counts, up to 10,001, the connected accounts whose tokens expired before a time: those with one of the logins `only`,
 * or those with none of the logins `except`.
 */
export function countOverdueTokens(
  db: Db,
  { before, ...logins }: { before: Date } & ({ only: readonly Login[] } | { except: readonly Login[] }),
): Promise<number> {
  const isCounted = 'only' in logins ? hasLogin(logins.only) : sql<boolean>`not ${hasLogin(logins.except)}`
  const overdue = selectEndingAccess(db, before).where(isCounted)
  return countRows(db, overdue.limit(maxCounted + 1))
}

/**
 * Returns the age in seconds of the oldest statement of this database role that is waiting for a lock; 0 if none waits.
 * Advisory locks do not count, as processes use them to wait for each other. Reads no table, so that no lock delays it.
 */
export async function readLockWait(db: Db): Promise<number> {
  const longest = sql<number>`coalesce(max(extract(epoch from clock_timestamp() - query_start)), 0)::float8`
  const statements = db.kysely.$extendTables<{ pgStatActivity: object }>().selectFrom('pgStatActivity')
  const waiting = statements
    .where(sql<boolean>`datname = current_database() and usename = current_user and state = 'active'`)
    .where(sql<boolean>`wait_event_type = 'Lock' and wait_event <> 'advisory'`)
  return (await waiting.select(longest.as('seconds')).executeTakeFirstOrThrow()).seconds
}
