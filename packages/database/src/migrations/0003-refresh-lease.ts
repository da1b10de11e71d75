import { type Kysely, sql } from 'kysely'

/** Adds the lease of the process that refreshes an account's tokens, in place of a lock that needs a connection. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table credential add column refreshing_by uuid`.execute(db)
}
