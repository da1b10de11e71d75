import { type Kysely, sql } from 'kysely'

/**
 * Adds `external_write.traceparent`, the span that caused a write, as a `traceparent` of W3C Trace Context; null
 * without tracing and in existing rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table external_write add column traceparent text`.execute(db)
}
