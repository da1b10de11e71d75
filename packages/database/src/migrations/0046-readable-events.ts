import { type Kysely, sql } from 'kysely'

/**
 * Adds `webhook_endpoint.readable_objects`: the types of objects of which the API key that set the endpoint may read
 * events; events of other types are not delivered to it. Null for all types, as in existing rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook_endpoint add column readable_objects text[]`.execute(db)
}
