import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@carillon/log'
import type pg from 'pg'

/** A session that waits for locks, and the means to find out which sessions block it. */
export interface Watched {
  /** Connections other than that of the session. */
  pool: pg.Pool
  /** The server's process id (pid) of the session that waits. */
  session: number
  /** The poll interval in ms. */
  everyMs: number
  log: Logger
}

/** Returns descriptions of the sessions that a session waits for, for an operator. */
async function blockingSessions({ pool, session }: Watched): Promise<string[]> {
  const { rows } = await pool.query<{ found: string }>(
    `select format('%s (%s, %s for %s s): %s', pid, coalesce(nullif(application_name, ''), usename),
        coalesce(state, backend_type), extract(epoch from clock_timestamp() - coalesce(xact_start, backend_start))::int,
        coalesce(nullif(left(regexp_replace(query, '\\s+', ' ', 'g'), 80), ''), '-')) as found
      from pg_stat_activity where pid = any(pg_blocking_pids($1)) order by xact_start`,
    [session],
  )
  return rows.map(({ found }) => found)
}

/**
 * Polls which database sessions hold locks that the session `watched.session` (a process id of the server) waits for.
 * A failed poll is logged and ends the polls. Call the returned function to stop: it resolves with descriptions, for an
 * operator, of the blocking sessions that were seen last; empty if none were.
 */
export function watchBlockingSessions(watched: Watched): () => Promise<string[]> {
  const ended = new AbortController()
  let latest: string[] = []
  async function watch(): Promise<void> {
    while (!ended.signal.aborted) {
      const found = await blockingSessions(watched)
      if (found.length > 0) latest = found
      await sleep(watched.everyMs, undefined, { signal: ended.signal }).catch(() => {})
    }
  }
  const watching = watch().catch((error: unknown) =>
    watched.log.warn({ err: error }, 'sessions that block a migration cannot be read'),
  )
  return async () => {
    ended.abort()
    await watching
    return latest
  }
}
