import { sql } from 'kysely'
import type { Db } from '../db.ts'
import { countRows } from '../statements/results.ts'
import { hasLogin, type Login, selectEndingAccess } from './account-standing.ts'
import { maxCounted } from './queue-gauges.ts'

/**
 * Counts the due jobs in the queue by task. Counting stops at 10,001 jobs of all tasks together. Tasks without due jobs
 * are left out.
 */
export async function countDueJobs(db: Db): Promise<{ task: string; count: number }[]> {
  const { rows } = await sql<{ task: string; count: number }>`
    select identifier as task, count(*)::int as count
    from (
      select task_id from graphile_worker._private_jobs where is_available = true and run_at <= now()
      limit ${maxCounted + 1}
    ) as job
    join graphile_worker._private_tasks as task on task.id = job.task_id
    group by identifier order by identifier`.execute(db.kysely)
  return rows
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
export async function readStandbys(db: Db): Promise<StandbyGauge[]> {
  const { rows } = await sql<StandbyGauge>`
    select coalesce(sync_state, 'hidden') as state, count(*)::int as count,
      max(extract(epoch from replay_lag))::float8 as "lagSeconds"
    from pg_stat_replication group by 1 order by 1`.execute(db.kysely)
  return rows
}

/**
 * Counts, up to 10,001, the connected accounts whose tokens expired before a time although Carillon can refresh them.
 * @param unrenewable login methods whose accounts are not counted, as only a new login of the user renews the access
 */
export function countOverdueTokens(
  db: Db,
  { before, unrenewable }: { before: Date; unrenewable: readonly Login[] },
): Promise<number> {
  const overdue = selectEndingAccess(db, before).where(sql<boolean>`not ${hasLogin(unrenewable)}`)
  return countRows(db, overdue.limit(maxCounted + 1))
}

/**
 * Returns how many seconds ago the oldest of those statements of this database role began that are waiting for a lock;
 * 0 if none waits. Advisory locks do not count, as processes use them to wait for each other. Reads no table, so that
 * no lock delays it.
 */
export async function readLockWait(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(max(extract(epoch from clock_timestamp() - query_start)), 0)::float8 as seconds
    from pg_stat_activity
    where datname = current_database() and usename = current_user and state = 'active'
      and wait_event_type = 'Lock' and wait_event <> 'advisory'`.execute(db.kysely)
  return rows[0]?.seconds ?? 0
}
