import pg from 'pg'

/**
 * The promotion of a standby to the database server that accepts writes, as reported in the one process that noticed it
 * first.
 */
export interface Failover {
  /** The timeline of the promoted server: a number that PostgreSQL increments with each promotion. */
  timeline: number
  /** Whether the promoted server has every confirmed commit, so that no write had to be marked. */
  isComplete: boolean
  /**
   * The time of the last commit that the promoted server had received or, if the server does not know it, when its
   * newest external write was created; null if it has none.
   */
  completeUntil: Date | null
  /**
   * The number of open writes that were marked: their latest changes may be lost, and they are reconciled before
   * anything is sent.
   */
  marked: number
}

/**
 * The options for comparing the servers of connections with the stored epoch: the last known timeline of the database
 * server, a number that grows when a standby is promoted.
 */
export interface EpochOptions {
  /** True if only standbys that have every confirmed commit are ever promoted. */
  promotesSynchronous: boolean
  /** Called when a comparison in this process was the first to notice a promotion. */
  onFailover(failover: Failover): void
}

/**
 * Compares the server's timeline with the stored one. A read-only server reports no timeline, so that nothing is
 * compared there.
 */
const compare = `select
    server.timeline is not null and server.timeline is distinct from epoch.timeline as "isPromoted",
    server.timeline is not null and current_setting('transaction_read_only') = 'off'
      and current_setting('synchronous_standby_names') <> epoch.standbys as "standbysChanged"
  from database_epoch as epoch, (select server_timeline() as timeline offset 0) as server`

/**
 * The number by which the version of a marked row is increased. It is larger than the number of changes that can have
 * been lost, so that no process that knows one of the lost versions can change the row.
 */
const versionGap = 1_000

/**
 * Returns the statement that stores the new timeline and marks the open writes of earlier timelines. Of several
 * processes, the first makes the change; the others wait for it and change nothing. A write that is due in more than a
 * minute cannot have been sent, even if clocks differ, and is not marked.
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

/** The PostgreSQL codes for an undefined table and an undefined function: the database is not migrated yet. */
const notMigrated = new Set(['42P01', '42883'])

/**
 * Compares the timeline of the connection's server with the stored one, which differs after a standby was promoted. The
 * first process to notice this stores the new timeline and calls `onFailover`. If the promoted server may lack the
 * latest commits, the open external writes that may have been sent are marked, so that they are reconciled with their
 * networks before anything is sent. Also stores the server's current `synchronous_standby_names`. Does nothing if the
 * database is not migrated or the server is read-only.
 * @see https://www.postgresql.org/docs/current/functions-admin.html#FUNCTIONS-ADMIN-BACKUP (read 2026-11-23)
 */
export async function compareEpoch(client: pg.ClientBase, options: EpochOptions): Promise<void> {
  const found = await client
    .query<{ isPromoted: boolean; standbysChanged: boolean }>(compare)
    .catch((error: unknown) => {
      if (error instanceof pg.DatabaseError && notMigrated.has(error.code ?? '')) return { rows: [] }
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
 * Returns whether a statement failed because the server was promoted after its connection was compared with the stored
 * timeline (`compareEpoch`). This happens behind a pooler, which replaces server connections unnoticed.
 */
export function isUnknownTimeline(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === 'TL001'
}
