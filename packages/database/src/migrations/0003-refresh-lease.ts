import { type Kysely, sql } from 'kysely'

/**
 * Adds `credential.refreshing_by`, the id of the refresh that has the lease on refreshing an account's tokens; null if
 * none has, as in existing rows. As a lease in the row, it replaces a lock, for which each refresh would need a
 * connection.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table credential add column refreshing_by uuid`.execute(db)
}
