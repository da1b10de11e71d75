import { type Kysely, sql } from 'kysely'

/** Who is refreshing an account's tokens: a lease on the row in the place of a lock that needs a connection. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table credential add column refreshing_by uuid`.execute(db)
}
