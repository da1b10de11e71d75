import { sql } from 'kysely'
import type { Db } from '../db.ts'

/**
 * Returns for how many seconds a statement of this database role has been waiting for a lock, at most; 0 if none waits.
 * Advisory locks do not count, as processes use them to wait for each other. Reads no table, so that no lock delays it.
 */
export async function readLockWait(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(max(extract(epoch from clock_timestamp() - query_start)), 0)::float8 as seconds
    from pg_stat_activity
    where datname = current_database() and usename = current_user and state = 'active'
      and wait_event_type = 'Lock' and wait_event <> 'advisory'`.execute(db.kysely)
  return rows[0]?.seconds ?? 0
}
