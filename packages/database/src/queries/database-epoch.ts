import { type Selectable, sql } from 'kysely'
import type { Db } from '../db.ts'
import type { DatabaseEpochTable } from '../schema/database-epoch.ts'

/**
 * The last known timeline of the database server (a number that grows when a standby is promoted), when a promotion was
 * last noticed, and up to when the promoted server had received commits (see `Failover`). Each is null if it is not
 * known; the last two also if no promotion was noticed.
 */
export type DatabaseEpoch = Pick<Selectable<DatabaseEpochTable>, 'timeline' | 'raisedAt' | 'completeUntil'>

/** Reads the stored timeline of the database server and its last promotion. */
export function readDatabaseEpoch(db: Db): Promise<DatabaseEpoch> {
  return selectEpoch(db).executeTakeFirstOrThrow()
}

/**
 * Also says from when on changes may be lost by the last promotion or another one within a day before it (`lostFrom`,
 * null if it is not known), when the backup was begun from which the database was last restored, and when that was
 * noted (both null if it never was).
 */
export type KnownEpoch = DatabaseEpoch &
  Pick<Selectable<DatabaseEpochTable>, 'lostFrom' | 'restoredFrom' | 'restoredAt'>

/**
 * Reads the stored timeline of the database server, its last promotion, also if that was moments ago, and the last
 * restore of the database.
 * @throws an error that `isUnknownTimeline` recognizes if the server was promoted and no process has noticed it yet
 */
export function readKnownEpoch(db: Db): Promise<KnownEpoch> {
  const epoch = selectEpoch(db).select(['lostFrom', 'restoredFrom', 'restoredAt'])
  return epoch.where(sql<boolean>`require_known_timeline()`).executeTakeFirstOrThrow()
}

/** Stores when the backup was begun from which the database was restored (`from`), and the time `at` of the note. */
export async function noteRestoredEpoch(db: Db, { from, at }: { from: Date; at: Date }): Promise<void> {
  await db.kysely.updateTable('databaseEpoch').set({ restoredFrom: from, restoredAt: at }).execute()
}

function selectEpoch(db: Db) {
  return db.kysely.selectFrom('databaseEpoch').select(['timeline', 'raisedAt', 'completeUntil'])
}

/** Returns the current time of the database's clock. */
export async function databaseTime(db: Db): Promise<Date> {
  const row = await db.kysely.selectNoFrom(sql<Date>`clock_timestamp()`.as('now')).executeTakeFirstOrThrow()
  return row.now
}

/** Returns whether the database server is read-only, as a standby is. */
export async function takesNoWrites(db: Db): Promise<boolean> {
  const setting = sql<string>`current_setting('transaction_read_only')`.as('isReadOnly')
  const row = await db.kysely.selectNoFrom(setting).executeTakeFirstOrThrow()
  return row.isReadOnly === 'on'
}

/** How the database server replicates commits. */
export interface Replication {
  /** Whether a commit waits until standbys have it. */
  isSynchronous: boolean
  /** The number of connections that receive the write-ahead log, whether or not commits wait for them. */
  standbys: number
  /** Whether the server reports its timeline, without which a promotion cannot be recognized. */
  showsTimeline: boolean
}

/**
 * Reads how the database server replicates commits, and whether it reports its timeline.
 * @see https://www.postgresql.org/docs/current/runtime-config-replication.html (read 2026-11-23)
 */
export function readReplication(db: Db): Promise<Replication> {
  const isSynchronous = sql<boolean>`current_setting('synchronous_standby_names') <> ''
    and current_setting('synchronous_commit') not in ('off', 'local')`.as('isSynchronous')
  const showsTimeline = sql<boolean>`server_timeline() is not null`.as('showsTimeline')
  const standbys = db.kysely.$extendTables<{ pgStatReplication: object }>().selectFrom('pgStatReplication')
  const counted = standbys.select([isSynchronous, showsTimeline, ({ fn }) => fn.countAll<number>().as('standbys')])
  return counted.executeTakeFirstOrThrow()
}
