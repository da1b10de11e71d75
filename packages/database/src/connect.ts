import { type ErrorCode, ServiceError } from '@carillon/errors'
import type { Logger } from '@carillon/log'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { connectTimeoutMs } from './connect-timeout.ts'
import { sendDirectly } from './direct-pools.ts'
import { preparing } from './prepared.ts'
import { type RepeatedStatements, repeating } from './repeat-statements.ts'
import type { Database } from './schema/database.ts'
import { choosing, tryServers } from './server-choice.ts'
import { isReadOnlyError, serversOf } from './servers.ts'

/** A connection to the database or a transaction on one: what every query function takes first. */
export type Db = Kysely<Database>
export type Tx = Transaction<Database>

export interface PoolOptions {
  url: string
  log: Logger
  /** Connections at the most; 10 when left out. */
  max?: number
  /** Callers that may wait for a connection; whoever comes then is rejected at once. 1,000 when left out. */
  maxWaiting?: number
  /** Milliseconds that a caller waits for a connection; `connect_timeout` of the URL or 5 s when left out. */
  connectTimeoutMs?: number
  /**
   * Milliseconds a query may take in the server; 15 s when left out, 0 for no end. A quarter more, and the server
   * counts as gone: that is all there is against a connection that neither responds nor breaks.
   */
  statementTimeoutMs?: number
  /** Whether statements may be prepared under a name; true when left out. */
  prepares?: boolean
  /**
   * Whether the URL is that of a pooler that gives a connection for one transaction only. It takes no settings for a
   * session, so that the server's timeout has to be set there.
   */
  pooled?: boolean
  /**
   * `off`: commits do not wait for the disk. A server that crashes loses the last ones, in any case all that were made
   * after one that it loses. Not for a pooler; as the server has it when left out.
   */
  synchronousCommit?: 'off'
  /** Statements that are repeated when the database fails; none when left out. */
  repeated?: RepeatedStatements
}

/** So many wait for a connection that one more would only wait as well. */
class PoolExhausted extends Error {
  override readonly name = 'PoolExhausted'
}

/** Rejects whoever would have to queue behind too many others. */
function capWaiting(pool: pg.Pool, maxWaiting: number): void {
  const { connect } = pool
  const capped = (callback?: (error: Error) => void) => {
    if (pool.waitingCount < maxWaiting) return Reflect.apply(connect, pool, callback ? [callback] : [])
    const error = new PoolExhausted(`${pool.waitingCount} callers wait for a database connection already`)
    if (!callback) return Promise.reject(error)
    process.nextTick(callback, error)
    return undefined
  }
  Object.assign(pool, { connect: capped })
}

const gaveUpWaiting = 'Query read timeout'

/** Closes a connection that still belongs to the pool, which replaces it. */
function closeNow(client: pg.PoolClient): void {
  if (client instanceof pg.Client) client.end().catch(() => {})
}

/** Closes a connection when its user releases it. Its server takes no writes any more, as after a failover. */
function closeAtRelease(client: pg.PoolClient): void {
  const { release } = client
  Object.assign(client, { release: () => release(true) })
}

/** The same query without a name. Several clients share the connections of a pooler, and no names on them. */
function nameless(sent: unknown): unknown {
  return typeof sent === 'object' && sent !== null && 'name' in sent ? { ...sent, name: undefined } : sent
}

interface WatchOptions {
  prepares: boolean
  /** Called with a statement that failed and its error. */
  repeat?: ((statement: unknown, error: unknown) => Promise<unknown>) | undefined
}

/**
 * A connection whose query was cancelled would make the next query wait for the same result: it is closed. Where
 * nothing may be prepared, names are left out.
 */
function watchQueries(client: pg.PoolClient, { prepares, repeat }: WatchOptions): void {
  const { query } = client
  const watched = (first: unknown, ...more: unknown[]) => {
    const result: unknown = Reflect.apply(query, client, [prepares ? first : nameless(first), ...more])
    if (!(result instanceof Promise)) return result
    return result.catch((error: unknown) => {
      if (error instanceof Error && error.message === gaveUpWaiting) closeNow(client)
      if (isReadOnlyError(error)) closeAtRelease(client)
      if (repeat) return repeat(first, error)
      throw error
    })
  }
  Object.assign(client, { query: watched })
}

// A bigint column holds sizes and prices, all far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * Opens a connection pool. A lost connection is logged and does not end the process. Every wait for a connection or a
 * statement has a timeout. If the URL lists several servers, the one that takes writes is used.
 * @throws DatabaseUrlError if the URL has an unknown parameter
 */
export function openPool({ url, log, max = 10, ...limits }: PoolOptions): pg.Pool {
  const { maxWaiting = 1_000, statementTimeoutMs = 15_000 } = limits
  const { prepares = true, pooled = false, synchronousCommit, repeated } = limits
  const servers = serversOf(url)
  const pool = new pg.Pool({
    ...choosing(servers),
    max,
    connectionTimeoutMillis: limits.connectTimeoutMs ?? connectTimeoutMs(url, 5_000),
    ...(!pooled && { statement_timeout: statementTimeoutMs }),
    ...(synchronousCommit && { options: `-c synchronous_commit=${synchronousCommit}` }),
    query_timeout: Math.ceil(statementTimeoutMs * 1.25),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'carillon',
  })
  const report = (error: Error) => log.warn({ err: error }, 'database connection lost')
  const repeat = repeated && repeating(pool, repeated, isStoreFailure)
  pool.on('error', report)
  pool.on('connect', (client) => {
    client.on('error', report)
    watchQueries(client, { prepares, repeat })
  })
  tryServers(pool, servers)
  capWaiting(pool, maxWaiting)
  return pool
}

/** A query builder on a pool. Its statements are prepared. */
export function openDb(pool: pg.Pool): Db {
  const prepared = preparing(pool)
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: prepared }) })
  sendDirectly(db, prepared)
  return db
}

/** Runs `work` in one transaction, which is rolled back if `work` throws. */
export function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(work)
}

/** Runs reads that all see the database as of the first read. */
export function snapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
}

const safeToRetry: ErrorCode = 'database_error'
const busy: ErrorCode = 'temporarily_unavailable'

/**
 * Converts a failure of the database to `database_error`, or to `temporarily_unavailable` if too many requests wait for
 * a connection, so that no statement was sent. Other errors are returned unchanged. Violated constraints are not
 * converted: queries that can violate one handle it themselves.
 */
export function translateDatabaseError(thrown: unknown): unknown {
  if (thrown instanceof PoolExhausted) {
    const message = 'Too many requests wait for the store. The request can be repeated safely.'
    return new ServiceError(busy, message, { retryAfter: 1, cause: thrown })
  }
  if (thrown instanceof ServiceError || !isStoreFailure(thrown)) return thrown
  return new ServiceError(safeToRetry, 'The service could not reach its store. The request can be repeated safely.', {
    cause: thrown,
  })
}

const connectionTrouble = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])
// Connection exceptions, invalid transaction states (a standby that became the server is read-only at first), rollbacks
// by the server (deadlocks), insufficient resources, locks not granted, operator intervention (shutdown, cancelled
// statements), system errors and internal errors of the server.
const failingClasses = new Set(['08', '25', '40', '53', '55', '57', '58', 'XX'])
// A statement that was prepared before a migration changed its table.
const outdatedStatement = '0A000'

function isStoreFailure(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''
  if (connectionTrouble.has(code) || failingClasses.has(code.slice(0, 2)) || code === outdatedStatement) return true
  return /^(Connection terminated|timeout exceeded when trying to connect|Client (?:has encountered|was closed)|Query read timeout)/.test(
    thrown.message,
  )
}

/**
 * Whether the server responded to a statement with an error, so that the statement certainly changed nothing. A lost
 * response proves nothing.
 */
export function wasRolledBack(thrown: unknown): boolean {
  return thrown instanceof pg.DatabaseError && thrown.severity === 'ERROR'
}

/** The name of the unique constraint that a query violated; undefined for any other error. */
export function violatedConstraint(thrown: unknown): string | undefined {
  return thrown instanceof pg.DatabaseError && thrown.code === '23505' ? thrown.constraint : undefined
}
