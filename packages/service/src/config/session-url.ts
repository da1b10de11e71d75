import type { Config } from './config.ts'

/**
 * Where a connection stays the same from one transaction to the next: for notifications, for locks that outlive a
 * transaction, and for the queue.
 */
export function sessionUrlOf({ sessionDatabaseUrl, databaseUrl }: Config): string {
  return sessionDatabaseUrl ?? databaseUrl
}
