import { type Kysely, sql } from 'kysely'

/** When the backup was begun that an open write was restored from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table external_write add column restored_from timestamptz').execute(db)
}
