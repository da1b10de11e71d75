import { type Kysely, sql } from 'kysely'

/**
 * Adds `external_write.restored_from`, the time at which the backup was begun from which a write was restored that had
 * not ended; null for writes that were never restored, as for existing rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table external_write add column restored_from timestamptz').execute(db)
}
