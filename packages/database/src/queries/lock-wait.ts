import { sql } from 'kysely'
import type { Db } from '../db.ts'

/**
 * For how many seconds the statement of this role that has waited longest for a lock has waited; 0 if none waits. Advisory
 * locks do not count: processes wait for each other with them. No table is read, so that no lock delays the result.
 */
export async function readLockWait(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(max(extract(epoch from clock_timestamp() - query_start)), 0)::float8 as seconds
    from pg_stat_activity
    where datname = current_database() and usename = current_user and state = 'active'
      and wait_event_type = 'Lock' and wait_event <> 'advisory'`.execute(db.kysely)
  return rows[0]?.seconds ?? 0
}
