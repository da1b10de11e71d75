import type { Config } from './config.ts'

/**
 * Returns the URL for connections that last longer than a transaction: for notifications, session locks and the job
 * queue. It never points to a pooler in transaction mode.
 */
export function sessionUrlOf({ sessionDatabaseUrl, databaseUrl }: Config): string {
  return sessionDatabaseUrl ?? databaseUrl
}
