import { type ErrorCode, ServiceError } from '@carillon/errors'
import pg from 'pg'

/** Thrown if too many callers wait for a connection or a turn (`Turns`), or one has waited too long for its turn. */
export class PoolExhausted extends Error {
  override readonly name = 'PoolExhausted'

  constructor(waiting: number) {
    super(`${waiting} callers wait for a database connection already`)
  }
}

/** The error for a row that belongs to another one, which was deleted meanwhile, keyed by the column that names it. */
const deletedOwners: Readonly<Record<string, [code: ErrorCode, message: string]>> = {
  account_id: ['account_not_found', 'The account was disconnected meanwhile.'],
  profile_id: ['profile_not_found', 'The profile was deleted meanwhile.'],
  key_id: ['unauthorized', 'The API key has been deleted.'],
}

/**
 * Returns the error for a row that a foreign key rejected because its account, profile or API key was deleted since it
 * was read, as can happen during a call to a network; undefined for any other error.
 */
function deletedOwnerError(thrown: unknown): ServiceError | undefined {
  if (!(thrown instanceof pg.DatabaseError) || thrown.code !== '23503') return undefined
  const column = /_(account_id|profile_id|key_id)_fkey$/.exec(thrown.constraint ?? '')?.[1] ?? ''
  const [code, message] = deletedOwners[column] ?? []
  return code && new ServiceError(code, message, { cause: thrown })
}

/**
 * Converts a failure of the database to a `ServiceError`: `database_error`, or `temporarily_unavailable` if the pool is
 * exhausted, so that no statement was sent. If a row is rejected because its account, profile or API key was deleted
 * meanwhile, the code is `account_not_found`, `profile_not_found` or `unauthorized`. Other errors, including other
 * constraint violations, are returned unchanged: a query that can violate a constraint handles that itself.
 */
export function translateDatabaseError(thrown: unknown): unknown {
  if (thrown instanceof PoolExhausted) {
    const message = 'Too many requests wait for the database. The request can be repeated safely.'
    return new ServiceError('temporarily_unavailable', message, { retryAfter: 1, cause: thrown })
  }
  if (thrown instanceof ServiceError) return thrown
  const deleted = deletedOwnerError(thrown)
  if (deleted) return deleted
  if (!isDatabaseFailure(thrown)) return thrown
  return new ServiceError('database_error', undefined, { cause: thrown })
}

const connectionTrouble = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN'.split(' '),
)
// Connection exceptions, invalid transaction states (a standby that became the server is read-only at first), rollbacks
// by the server (deadlocks), insufficient resources, locks not granted, operator intervention (shutdown, cancelled
// statements), system errors and internal errors of the server.
const failingClasses = new Set(['08', '25', '40', '53', '55', '57', '58', 'XX'])
// A statement that was prepared before a migration changed its table.
const outdatedStatement = '0A000'

/**
 * Returns whether a statement failed because of the database, or because the connection to it broke or could not be
 * made, so that the same statement may succeed later.
 */
export function isDatabaseFailure(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  if (wasNeverSent(thrown) || isUnreadable(thrown)) return true
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''
  if (connectionTrouble.has(code) || failingClasses.has(code.slice(0, 2)) || code === outdatedStatement) return true
  return /^(Connection terminated|timeout exceeded when trying to connect|Client (?:has encountered|was closed)|Query read timeout)/.test(
    thrown.message,
  )
}

/**
 * Returns whether a statement failed because this process stopped waiting for the response (`query_timeout` of pg). The
 * connection must then be closed, as the late response would be taken for the response to the next query.
 */
export function isReadTimeout(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.message === 'Query read timeout'
}

/**
 * Returns whether pg could not read the response to a statement, such as over a damaged connection. Its error then has
 * no code, unlike each error of the server. The connection must be closed, as the rest of the response would be taken
 * for the response to the next query.
 */
export function isUnreadable(thrown: unknown): boolean {
  return thrown instanceof pg.DatabaseError && thrown.code === undefined
}

/** Returns whether an error means that the pool gave its caller no connection, so that no statement was sent. */
function wasNeverSent(error: unknown): boolean {
  return error instanceof Error && 'wasNeverSent' in error
}

// Lost connections, ended sessions, errors of the system and internal errors: these may end the connection.
const endsConnection = /^(?:08|25P0[34]|57P|58|XX)/

/**
 * Returns whether the server rejected a statement, so that it changed nothing. False for a lost response and for an
 * error that ends the connection, which prove nothing. The server may translate the severity; the code decides then.
 */
export function wasRolledBack(thrown: unknown): boolean {
  if (!(thrown instanceof pg.DatabaseError) || thrown.code === undefined) return false
  if (thrown.severity === 'ERROR') return true
  return !/^(?:FATAL|PANIC)$/.test(thrown.severity ?? '') && !endsConnection.test(thrown.code)
}

/**
 * Returns whether a statement that failed certainly changed nothing: it was not sent, as the pool gave no connection,
 * or the server rejected it. False for a lost response and for an error that ends the connection, which prove nothing.
 */
export function changedNothing(thrown: unknown): boolean {
  return wasNeverSent(thrown) || wasRolledBack(thrown)
}

// Invalid values, violated constraints, and values that exceed a limit of the server.
const classesOfValues = new Set(['22', '23', '54'])

/** Returns whether the server rejected a statement because of its values: with other values, it may succeed. */
export function rejectsValues(thrown: unknown): boolean {
  return thrown instanceof pg.DatabaseError && classesOfValues.has(thrown.code?.slice(0, 2) ?? '')
}

/** Returns the name of the unique constraint that a statement violated; undefined for any other error. */
export function violatedConstraint(thrown: unknown): string | undefined {
  return thrown instanceof pg.DatabaseError && thrown.code === '23505' ? thrown.constraint : undefined
}

/**
 * Returns whether a statement was rejected because it refers to a row of another table that does not exist.
 * @param constraint the name of the only foreign key that counts; any if absent
 */
export function violatesForeignKey(thrown: unknown, constraint?: string): boolean {
  if (!(thrown instanceof pg.DatabaseError) || thrown.code !== '23503') return false
  return constraint === undefined || thrown.constraint === constraint
}
