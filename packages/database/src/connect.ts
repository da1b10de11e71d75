import { type ErrorCode, ServiceError } from '@carillon/errors'
import type { Logger } from '@carillon/log'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { preparing } from './prepared.ts'
import type { Database } from './tables/database.ts'

/** A connection to the database or a transaction on one: what every query function takes first. */
export type Db = Kysely<Database>
export type Tx = Transaction<Database>

export interface PoolOptions {
  url: string
  log: Logger
  /** Connections at the most; 10 when left out. */
  max?: number
  /** Milliseconds a query may take in the server; 30 s when left out. */
  statementTimeoutMs?: number
}

// A bigint column holds sizes and prices, all far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A pool whose lost connections are logged instead of ending the process, and whose waiting callers give up after 5 s. */
export function openPool({ url, log, max = 10, statementTimeoutMs = 30_000 }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'carillon',
  })
  const report = (error: Error) => log.warn({ err: error }, 'database connection lost')
  pool.on('error', report)
  pool.on('connect', (client) => client.on('error', report))
  return pool
}

export function openDb(pool: pg.Pool): Db {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: preparing(pool) }) })
}

/** Runs `work` in one transaction: all of it happens or nothing. */
export function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(work)
}

const safeToRetry: ErrorCode = 'database_error'

/**
 * A failure of the store as `database_error`; any other error as it is.
 * Violated constraints are not such failures: queries that can meet one handle it themselves.
 */
export function translateDatabaseError(thrown: unknown): unknown {
  if (thrown instanceof ServiceError || !isStoreFailure(thrown)) return thrown
  return new ServiceError(safeToRetry, 'The service could not reach its store. Nothing was done; try again.', {
    cause: thrown,
  })
}

const connectionTrouble = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])
// Connection exceptions, insufficient resources, operator intervention (shutdown, cancelled statements), system errors.
const failingClasses = new Set(['08', '53', '57', '58'])
// A statement that was prepared before a migration changed its table.
const outdatedStatement = '0A000'

function isStoreFailure(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''
  if (connectionTrouble.has(code) || failingClasses.has(code.slice(0, 2)) || code === outdatedStatement) return true
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered)/.test(thrown.message)
}

/** The name of the unique constraint that a query violated, or undefined. */
export function violatedConstraint(thrown: unknown): string | undefined {
  return thrown instanceof pg.DatabaseError && thrown.code === '23505' ? thrown.constraint : undefined
}
