import type pg from 'pg'
import { connectTimeoutMs, parseDatabaseUrl } from './database-url.ts'
import { SettledClient, settleSession } from './session-settings.ts'

/** The servers that a database URL lists, and which of them new connections use. */
export interface Servers {
  /** The number of servers. */
  readonly count: number
  /** Whether a connection is used only if its server accepts writes. */
  readonly mustWrite: boolean
  /** Returns the URL that new connections use. */
  current(): string
  /** Makes the next server current, unless `url` is no longer the current one because another caller has done so. */
  failed(url: string): void
}

/**
 * Creates the list of servers in a database URL, which keeps in memory which of them is current, that is, used by new
 * connections: at first the first one.
 * @throws DatabaseUrlError if the URL is invalid or has an unknown parameter
 */
export function serversOf(url: string): Servers {
  const { urls, mustWrite } = parseDatabaseUrl(url)
  let at = 0
  const current = () => urls[at] ?? urls[0]
  return {
    count: urls.length,
    mustWrite,
    current,
    failed(failing) {
      if (current() === failing) at = (at + 1) % urls.length
    },
  }
}

/** The error code with which a read-only PostgreSQL server, such as a standby, rejects a write. */
const readOnly = '25006'

/**
 * Queries whether the connection's server accepts writes, and resolves if so. Changes nothing.
 * @throws an error that `isReadOnlyError` recognizes if the connection's server is a standby, or takes no writes for
 *   another reason
 * @see https://www.postgresql.org/docs/current/runtime-config-client.html#GUC-TRANSACTION-READ-ONLY (read 2026-11-23)
 */
export async function checkWritable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ value: string }>(`select current_setting('transaction_read_only') as value`)
  if (rows[0]?.value !== 'off') throw Object.assign(new Error('the database server is read-only'), { code: readOnly })
}

/**
 * Runs `work` on a connection of the pool, and closes the connection if `work` rejects or has not ended within
 * `timeoutMs` milliseconds, so that work which never ends keeps no connection.
 * @throws the error of `work` or of the pool, or an error if the time is over
 */
export async function inTime<T>(
  pool: pg.Pool,
  timeoutMs: number,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('the database has not responded in time')), timeoutMs)
  let hasFailed = true
  try {
    const result = await Promise.race([work(client), late.promise])
    hasFailed = false
    return result
  } finally {
    clearTimeout(timer)
    client.release(hasFailed)
  }
}

/**
 * Returns whether a connection of the pool reaches a server that accepts writes; false also if the pool gives no
 * connection, or the server does not respond within `timeoutMs` milliseconds. A connection that fails the check is
 * closed, so that the next one may reach another server.
 */
export function takesWrites(pool: pg.Pool, timeoutMs: number): Promise<boolean> {
  return inTime(pool, timeoutMs, checkWritable).then(
    () => true,
    () => false,
  )
}

/** Returns whether a statement failed because its server accepts no writes. */
export function isReadOnlyError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === readOnly
}

/**
 * Opens a single connection, outside of any pool, to the first listed server that accepts writes. An attempt to connect
 * fails after `connect_timeout` of the URL, or 10 s.
 * @param prepare sends the first statements; if it fails, the connection is closed and the next server is tried
 * @throws the error of the last server if none can be used; DatabaseUrlError if the URL is invalid or has an unknown
 *   parameter
 */
export async function openClient(
  { url, ...options }: pg.ClientConfig & { url: string },
  prepare: (client: pg.Client) => Promise<void>,
): Promise<pg.Client> {
  const { urls } = parseDatabaseUrl(url)
  const connecting = { connectionTimeoutMillis: connectTimeoutMs(url, 10_000), keepAlive: true }
  let last: unknown
  for (const connectionString of urls) {
    const client = new SettledClient({ ...connecting, ...options, connectionString })
    try {
      // Without a listener, an error between two statements would end the process.
      client.on('error', () => {})
      await client.connect()
      await settleSession(client)
      await checkWritable(client)
      await prepare(client)
      return client
    } catch (error) {
      last = error
      client.end().catch(() => {})
    }
  }
  throw last
}
