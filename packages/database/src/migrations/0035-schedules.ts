import { type Kysely, sql } from 'kysely'
import type { Step } from '../migrating/migration.ts'

const statements = [
  `create table schedule (
    id uuid primary key,
    organization_id uuid not null references organization on delete cascade,
    profile_id uuid not null,
    account_id uuid not null,
    platform text not null,
    key_id uuid references api_key on delete set null,
    request_id text not null,
    status text not null,
    version integer not null default 0,
    due_at timestamptz not null,
    local_time text,
    time_zone text,
    zone_rules text,
    note text,
    late_minutes integer not null,
    late_then text not null,
    payload jsonb not null,
    items integer not null,
    media jsonb not null default '{}',
    start_at timestamptz,
    look_at timestamptz,
    problem jsonb,
    write_id uuid,
    budget text,
    budget_key_ids uuid[],
    budget_day date,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  'create index schedule_organization on schedule (organization_id, due_at, id)',
  'create index schedule_account on schedule (account_id, due_at, id)',
  'create index schedule_profile on schedule (profile_id, due_at, id)',
  'create index schedule_key on schedule (key_id)',
  // Those that have no start yet, in the order in which they are due.
  `create index schedule_due on schedule (due_at) where status = 'scheduled' and start_at is null`,
  `create index schedule_start on schedule (start_at) where status = 'scheduled' and start_at is not null`,
  `create index schedule_look on schedule (look_at) where status in ('scheduled', 'held') and look_at is not null`,
  `create index schedule_keyless on schedule (id) where status = 'scheduled' and key_id is null`,
  `create index schedule_zone on schedule (zone_rules) where status = 'scheduled' and zone_rules is not null`,
  `create index schedule_open on schedule (status, id) where status in ('taken', 'failed', 'unknown', 'held')`,
  // Of a schedule whose publish does not exist yet.
  'alter table media_file add column schedule_id uuid',
  // The schedule that became the write.
  'alter table external_write add column schedule_id uuid',
  // An account that is connected, expires, or is disconnected: its schedules are looked at again.
  `create function look_at_schedules() returns trigger language plpgsql as $$
  begin
    update schedule set look_at = 'epoch' where account_id = old.id and status in ('scheduled', 'held');
    return null;
  end $$`,
  `create trigger account_schedules after update of status, missing_scopes on account for each row
    when (old.status is distinct from new.status or old.missing_scopes is distinct from new.missing_scopes)
    execute function look_at_schedules()`,
  `create trigger account_schedules_gone after delete on account for each row execute function look_at_schedules()`,
]

/**
 * Creates the table `schedule` for posts that are due at a later time and then become external writes. Adds
 * `schedule_id` to `media_file` and `external_write` (null in existing rows), and triggers on `account` by which the
 * schedules of a changed or deleted account are checked for problems.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export const after: readonly Step[] = [
  { kind: 'index', name: 'media_file_schedule', on: 'media_file (schedule_id) where schedule_id is not null' },
]
