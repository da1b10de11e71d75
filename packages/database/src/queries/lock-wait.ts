import { sql } from 'kysely'
import type { Db } from '../db.ts'

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
