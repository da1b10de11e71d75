import { setTimeout as sleep } from 'node:timers/promises'
import { isMigrated, takesWrites, translateDatabaseError } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'

export interface Readiness {
  /** Whether the database can be reached and accepts writes. */
  database: boolean
  /** Whether all migrations of this version have been run; false if the database cannot be used. */
  migrations: boolean
}

/** Milliseconds after which a database that has not responded counts as unreachable. */
const maxMs = 2_000

async function checkNow(context: Context): Promise<Readiness> {
  const database = await takesWrites(context.pool, maxMs)
  const migrations = database && (await isMigrated(context.pool, maxMs).catch(() => false))
  if (migrations) context.state.migrations.areCurrent = true
  return { database, migrations }
}

function checkInTime(context: Context): Promise<Readiness> {
  const late = Promise.withResolvers<Readiness>()
  const timer = setTimeout(() => late.resolve({ database: false, migrations: false }), maxMs)
  return Promise.race([checkNow(context), late.promise]).finally(() => clearTimeout(timer))
}

/**
 * Checks whether this process can serve requests: the database responds within two seconds, accepts writes and has all
 * migrations. Simultaneous calls share one check: a check uses a connection that requests need, and the gateway's
 * `/readyz` can be called without an API key. Never rejects.
 */
export function readiness(context: Context): Promise<Readiness> {
  return context.state.readiness.share('check', () => checkInTime(context))
}

/** Seconds after which a client may repeat a request that was rejected because migrations are missing. */
const migrationRetryAfter = 5

function asDatabaseError(thrown: unknown): ServiceError {
  const error = translateDatabaseError(thrown)
  return error instanceof ServiceError ? error : new ServiceError('database_error', undefined, { cause: thrown })
}

async function requireMigrations({ pool, state: { migrations } }: Context): Promise<void> {
  const check = () => isMigrated(pool, maxMs)
  const areCurrent = await migrations.checks.share('check', check).catch((error: unknown) => {
    throw asDatabaseError(error)
  })
  if (!areCurrent) {
    const message = 'The database does not have the migrations of this version yet. The request can be repeated safely.'
    throw new ServiceError('temporarily_unavailable', message, { retryAfter: migrationRetryAfter })
  }
  migrations.areCurrent = true
}

/**
 * Checks that the database has all migrations of this version, without which a request could fail at any statement.
 * Returns null, without a query, once this process has seen them: migrations are never undone. Simultaneous calls share
 * one check.
 * @throws ServiceError rejects with `temporarily_unavailable` if a migration is missing, `database_error` if the
 *   database cannot be read
 */
export function checkMigrations(context: Context): Promise<void> | null {
  return context.state.migrations.areCurrent ? null : requireMigrations(context)
}

/**
 * Milliseconds between two checks while the process is not ready. It is short because workers take no jobs meanwhile,
 * such as after a failover.
 */
const lookAgainMs = 200
const warnAgainMs = 30_000

/**
 * Waits until the process can serve requests, so that it may be started before the database or its migrations. Logs a
 * warning every half minute. Afterwards, `context.now` follows the clock of the database. Resolves early if `signal`
 * aborts.
 */
export async function untilReady(context: Context, signal: AbortSignal): Promise<void> {
  let warnAt = performance.now()
  while (!signal.aborted) {
    const state = await readiness(context)
    if (state.database && state.migrations) return context.followClock()
    if (performance.now() >= warnAt) {
      context.log.warn({ detail: JSON.stringify(state) }, 'waiting for the database')
      warnAt += warnAgainMs
    }
    await sleep(lookAgainMs, undefined, { signal }).catch(() => {})
  }
}
