import { type Selectable, sql } from 'kysely'
import type { Db } from '../db.ts'
import type { DatabaseEpochTable } from '../schema/database-epoch.ts'

export type DatabaseEpoch = Pick<Selectable<DatabaseEpochTable>, 'timeline' | 'raisedAt' | 'completeUntil'>

/** Reads when a promotion was last noticed, and until when the promoted server was complete. */
export function readDatabaseEpoch(db: Db): Promise<DatabaseEpoch> {
  return db.kysely
    .selectFrom('databaseEpoch')
    .select(['timeline', 'raisedAt', 'completeUntil'])
    .executeTakeFirstOrThrow()
}

/** Whether the server is read-only, as a standby is. */
export async function takesNoWrites(db: Db): Promise<boolean> {
  const setting = sql<string>`current_setting('transaction_read_only')`.as('isReadOnly')
  const row = await db.kysely.selectNoFrom(setting).executeTakeFirstOrThrow()
  return row.isReadOnly === 'on'
}

export interface Replication {
  /** Whether a commit waits until standbys have it. */
  isSynchronous: boolean
  /** Connections that receive the write-ahead log, whether or not a commit waits for them. */
  standbys: number
  /** Whether a promotion can be recognized: the server shows its timeline. */
  showsTimeline: boolean
}

/**
 * Reads how the server replicates what is committed.
 * @see https://www.postgresql.org/docs/current/runtime-config-replication.html (read 2026-11-23)
 */
export async function readReplication(db: Db): Promise<Replication> {
  const { rows } = await sql<Replication>`
    select current_setting('synchronous_standby_names') <> ''
        and current_setting('synchronous_commit') not in ('off', 'local') as "isSynchronous",
      (select count(*) from pg_stat_replication) as standbys,
      server_timeline() is not null as "showsTimeline"`.execute(db.kysely)
  return rows[0] ?? { isSynchronous: false, standbys: 0, showsTimeline: false }
}
