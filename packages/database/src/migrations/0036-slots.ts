import { type Kysely, sql } from 'kysely'

const statements = [
  `create table profile_slots (
    profile_id uuid primary key references profile on delete cascade,
    organization_id uuid not null references organization on delete cascade,
    time_zone text not null,
    slots jsonb not null,
    updated_at timestamptz not null
  )`,
  'create index profile_slots_organization on profile_slots (organization_id)',
]

/**
 * Creates `profile_slots` with the weekly times (slots) at which the accounts of a profile publish, and their time
 * zone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
