import { type Kysely, sql } from 'kysely'

/** Adds the column for the time of the backup from which an open write was restored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table external_write add column restored_from timestamptz').execute(db)
}
