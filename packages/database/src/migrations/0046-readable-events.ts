import { type Kysely, sql } from 'kysely'

/** The objects whose events the key that set an endpoint may read: events of others are not delivered; null for all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook_endpoint add column readable_objects text[]`.execute(db)
}
