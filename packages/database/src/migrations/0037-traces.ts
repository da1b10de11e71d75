import { type Kysely, sql } from 'kysely'

/** The span that caused a write, as a `traceparent` of W3C Trace Context; null while nothing is traced. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table external_write add column traceparent text`.execute(db)
}
