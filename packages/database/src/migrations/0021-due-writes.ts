import { type Kysely, sql } from 'kysely'
import type { Step } from '../migrating/migration.ts'

/**
 * Adds `external_write.due_at`, the time at which a write is due. A step after it sets it to `created_at` for writes
 * that have not ended; rows of writes that have ended keep null, so that the table is not rewritten.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table external_write add column due_at timestamptz').execute(db)
}

export const after: readonly Step[] = [
  {
    kind: 'back-fill',
    name: 'due_at',
    table: 'external_write',
    key: 'id',
    set: 'due_at = created_at',
    where: 'wake_at is not null and due_at is null',
  },
]
