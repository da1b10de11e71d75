import { type Kysely, sql } from 'kysely'

/**
 * Adds to `api_request` the id of the publish that the request stores, noted before it is stored. It is null in
 * existing rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_request add column publish_id uuid`.execute(db)
}
