import { type Kysely, sql } from 'kysely'
import type { Step } from '../migrating/migration.ts'

/**
 * Adds who granted the access to an account and why it expired, and creates the table for data deletion requests of
 * users.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export const after: readonly Step[] = [
  { kind: 'index', name: 'account_granted_by', on: 'account (platform, granted_by) where granted_by is not null' },
]

const statements = [
  `alter table account add column granted_by text, add column expired_reason text`,
  `create table data_deletion (
    code text primary key,
    platforms text[] not null,
    user_ids text[] not null,
    object_ids text[] not null default '{}',
    account_ids uuid[] not null default '{}',
    requested_at timestamptz not null,
    completed_at timestamptz
  )`,
]
