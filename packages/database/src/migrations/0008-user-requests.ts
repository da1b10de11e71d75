import { type Kysely, sql } from 'kysely'
import type { Step } from '../migrating/migration.ts'

/**
 * Adds to `account` the network's id of the user who granted the access (`granted_by`) and why it expired
 * (`expired_reason`), both null in existing rows. Creates `data_deletion` for users' requests to delete their data.
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
