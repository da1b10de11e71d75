import { type Kysely, sql } from 'kysely'

/**
 * When a write is due. Rows that have ended keep null, so that the table is not rewritten: nothing asks for their age any
 * more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table external_write add column due_at timestamptz').execute(db)
  await sql.raw('update external_write set due_at = created_at where wake_at is not null').execute(db)
}
