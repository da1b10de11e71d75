import pg from 'pg'

/** A promotion of the database server that this process was the first to notice. */
export interface Failover {
  /** The timeline of the promoted server. */
  timeline: number
  /** Whether the promoted server has every commit that was confirmed, so that nothing was marked. */
  isComplete: boolean
  /** The time of the last commit that it had received; null if it does not know. */
  completeUntil: Date | null
  /** How many open writes were marked. */
  marked: number
}

export interface EpochOptions {
  /** Whether only a standby that has every confirmed commit is ever promoted. */
  promotesSynchronous: boolean
  /** Called in the one process whose comparison noticed the promotion. */
  onFailover(failover: Failover): void
}

interface Comparison {
  isPromoted: boolean
  standbysChanged: boolean
}

/** A server that takes no writes has no timeline here, so that nothing is compared on it. */
const compare = `select
    server.timeline is not null and server.timeline is distinct from epoch.timeline as "isPromoted",
    server.timeline is not null and current_setting('transaction_read_only') = 'off'
      and current_setting('synchronous_standby_names') <> epoch.standbys as "standbysChanged"
  from database_epoch as epoch, (select server_timeline() as timeline offset 0) as server`

/**
 * By how much the version of a marked row grows: more than its lost changes can have counted, so that no process that
 * still has one of those versions changes the row.
 */
const versionGap = 1_000

/**
 * Raises the epoch and marks the open writes that are older, in one statement. Of several processes the first does so;
 * the others wait for it and change nothing. A write that is not due within a minute cannot have been sent, even if the
 * clocks of the processes differ from the server's.
 */
const raise = (promotesSynchronous: boolean) => `with promoted as (
    update database_epoch set timeline = server_timeline(), raised_at = clock_timestamp(),
      complete_until = coalesce(
        pg_last_xact_replay_timestamp(), (select created_at from external_write order by id desc limit 1))
    where server_timeline() is distinct from timeline
    returning timeline, complete_until, (${promotesSynchronous} and standbys <> '') as is_complete
  ), marked as (
    update external_write
    set changes_lost_at = clock_timestamp(), probes = 0, version = version + ${versionGap}
    from promoted
    where not is_complete and wake_at is not null and (due_at is null or due_at <= clock_timestamp() + interval '1 minute')
      and external_write.timeline is distinct from promoted.timeline
    returning 1
  )
  select timeline, complete_until as "completeUntil", is_complete as "isComplete",
    (select count(*) from marked) as marked, set_config('synchronous_commit', 'on', true) as written
  from promoted`

/** Undefined tables and functions: the database has yet to be migrated, so that nothing can be marked in it. */
const notMigrated = new Set(['42P01', '42883'])

function isNotMigrated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && notMigrated.has(error.code ?? '')
}

/**
 * Compares the timeline of a connection's server with the one on which the journal was written. If a standby was
 * promoted that may lack the latest commits, the open writes are marked before anything is sent from them.
 * @see https://www.postgresql.org/docs/current/functions-admin.html#FUNCTIONS-ADMIN-BACKUP (read 2026-11-23)
 */
export async function compareEpoch(client: pg.ClientBase, options: EpochOptions): Promise<void> {
  const found = await client.query<Comparison>(compare).catch((error: unknown) => {
    if (isNotMigrated(error)) return { rows: [] }
    throw error
  })
  const [comparison] = found.rows
  if (comparison?.isPromoted) {
    const { rows } = await client.query<Failover>(raise(options.promotesSynchronous))
    for (const { timeline, isComplete, completeUntil, marked } of rows)
      options.onFailover({ timeline, isComplete, completeUntil, marked })
  }
  if (comparison?.standbysChanged) {
    await client.query(`update database_epoch set standbys = current_setting('synchronous_standby_names')`)
  }
}

/**
 * Whether a statement found that the server was promoted on a connection that had been compared before, as behind a
 * pooler that replaces connections to the server unnoticed.
 */
export function isUnknownTimeline(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === 'TL001'
}
