import pg from 'pg'

declare module 'pg' {
  interface ClientBase {
    /** Returns the settings of the startup message. It is missing in the types of pg. */
    getStartupConf(): Record<string, string>
  }
}

/**
 * The settings with which values are read and statements are written. They are sent when a connection begins, also to
 * poolers, which apply them to each connection to the server that a client gets.
 * @see https://www.pgbouncer.org/config.html#ignore_startup_parameters (read 2026-11-30)
 */
const ofStartup = { DateStyle: 'ISO', TimeZone: 'UTC', standard_conforming_strings: 'on' } as const

/**
 * The further settings on which the service depends, and their values:
 * - Statements that change the same row wait for each other, and read it again. At other levels, one of them fails.
 * - Lists of texts may contain nulls, and searches find all that matches.
 * - Pools limit their statements themselves, and migrations must not be limited. A connection that listens, or has the
 *   lease of a worker, is idle for long.
 */
const ofSession = {
  default_transaction_isolation: 'read committed',
  array_nulls: 'on',
  gin_fuzzy_search_limit: '0',
  statement_timeout: '0',
  lock_timeout: '0',
  transaction_timeout: '0',
  idle_session_timeout: '0',
} as const

const wanted = Object.entries(ofSession).map(([name, value]) => `('${name}', '${value}')`)

/**
 * Sets what the server, the database or the role has set to another value, but nothing that the URL or the pool has set
 * for the connection (`client`). Older servers lack some of the settings. A commit that does not wait for the disk
 * would lose what was confirmed; which standbys it waits for is left to the operator. The level is named, as a standby
 * rejects `serializable`.
 */
const settle = `begin isolation level read committed;
  select set_config(name, value, false)
  from (values ${wanted.join(', ')}, ('synchronous_commit', 'on')) as wanted (name, value) join pg_settings using (name)
  where setting <> value and source <> 'client' and (name <> 'synchronous_commit' or setting = 'off');
  commit`

/** A connection whose dates, times and texts do not depend on the settings of the server, the database and the role. */
export class SettledClient extends pg.Client {
  override getStartupConf(): Record<string, string> {
    return { ...super.getStartupConf(), ...ofStartup }
  }
}

/**
 * Gives a new connection the settings on which the service depends, whatever the server, the database or the role has
 * set. Settings that the URL has are kept. Not for a connection to a pooler in transaction mode, which has no session.
 */
export async function settleSession(client: pg.ClientBase): Promise<void> {
  await client.query(settle)
}
