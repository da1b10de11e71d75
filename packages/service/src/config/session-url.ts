import type { Config } from './config.ts'

/**
 * Returns the URL for connections that last longer than a transaction, for notifications, session locks and the job
 * queue: `DATABASE_SESSION_URL`, which the operator sets if `DATABASE_URL` points to a pooler in transaction mode,
 * otherwise `DATABASE_URL`.
 */
export function sessionUrlOf({ sessionDatabaseUrl, databaseUrl }: Config): string {
  return sessionDatabaseUrl ?? databaseUrl
}
