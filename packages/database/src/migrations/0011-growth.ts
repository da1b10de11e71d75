import { type Kysely, sql } from 'kysely'
import type { Step } from '../migrating/migration.ts'

/**
 * Creates `charge_day`, the sums of charges per UTC day, filled from the existing charges. The steps after it create
 * indexes for queries whose cost grew with the number of rows, and drop three that these replace.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export const after: readonly Step[] = [
  // Lists of writes are of one kind, newest first.
  { kind: 'index', name: 'external_write_organization_kind', on: 'external_write (organization_id, kind, id desc)' },
  { kind: 'index', name: 'external_write_profile', on: 'external_write (profile_id, kind, id desc)' },
  { kind: 'index', name: 'external_write_account_kind', on: 'external_write (account_id, kind, id desc)' },
  {
    kind: 'index',
    name: 'external_write_failed',
    on: `external_write (organization_id, kind, id desc) where status = 'failed'`,
  },
  { kind: 'drop-index', name: 'external_write_organization' },
  { kind: 'drop-index', name: 'external_write_account' },
  { kind: 'index', name: 'profile_created', on: 'profile (organization_id, created_at, id)' },
  { kind: 'index', name: 'account_connected', on: 'account (organization_id, connected_at, id)' },
  { kind: 'drop-index', name: 'account_organization' },
  {
    kind: 'index',
    name: 'connection_session_secret',
    on: `connection_session (id)
      where sealed is not null or state_hash is not null or selection_hash is not null`,
  },
  { kind: 'index', name: 'request_window_started', on: 'request_window (started_at)' },
  { kind: 'index', name: 'idempotent_answer_created', on: 'idempotent_answer (created_at)' },
  // Rows of a deleted profile or file are found without reading the whole table.
  { kind: 'index', name: 'api_key_profile', on: 'api_key (profile_id) where profile_id is not null' },
  { kind: 'index', name: 'media_link_media', on: 'media_link (media_id)' },
]

const statements = [
  `create table charge_day (
    organization_id uuid not null references organization on delete cascade,
    platform text not null,
    day date not null,
    operation text not null,
    profile_id uuid not null,
    unit_price bigint not null,
    count bigint not null,
    primary key (organization_id, platform, day, operation, profile_id, unit_price)
  )`,
  `insert into charge_day (organization_id, platform, day, operation, profile_id, unit_price, count)
    select organization_id, platform, (at at time zone 'UTC')::date, operation, profile_id, unit_price, sum(count)
    from charge group by 1, 2, 3, 4, 5, 6`,
]
