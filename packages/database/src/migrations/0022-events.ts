import { type Kysely, sql } from 'kysely'

/**
 * Creates the tables for events. Each change stores its event in `event_outbox`, and one process at a time moves events
 * to the feed (`event`), which has a partition for each day. There are no foreign keys, as events are kept longer than
 * their objects. Adds `message_template` and three columns (null in existing rows) that decide whether to raise events.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const columns = `
    id uuid not null,
    organization_id uuid not null,
    profile_id uuid,
    account_id uuid,
    platform text,
    type text not null,
    object_type text not null,
    object_id text not null,
    sequence bigint not null,
    occurred_at timestamptz not null,
    truncated boolean not null,
    data json not null`

const statements = [
  `create table event_object (
    owner_id uuid not null,
    object_type text not null,
    object_id text not null,
    last bigint not null,
    changed_at timestamptz not null,
    primary key (owner_id, object_type, object_id)
  )`,
  `create index event_object_changed on event_object (changed_at)`,
  `create table event_outbox (
    number bigint generated always as identity primary key,${columns}
  )`,
  `create table event_feed (
    only_row boolean primary key default true check (only_row),
    last_position bigint not null
  )`,
  `insert into event_feed (last_position) values (0)`,
  `create table event (
    position bigint not null,
    stored_at timestamptz not null,${columns},
    primary key (stored_at, position)
  ) partition by range (stored_at)`,
  `create index event_organization on event (organization_id, position)`,
  `create index event_id on event (id)`,
  `alter table message_sync add column first_synced_at timestamptz`,
  `alter table comment_post add column first_full_at timestamptz`,
  `alter table account add column warned_days int`,
  `create table message_template (
    account_id uuid not null references account on delete cascade,
    name text not null,
    language text not null,
    status text not null,
    reported_at timestamptz not null,
    primary key (account_id, name, language)
  )`,
  // The days until the worker creates further partitions.
  `do $$ begin
    for days in 0..7 loop
      execute format('create table %I partition of event for values from (%L) to (%L)',
        'event_' || to_char(current_date + days, 'YYYYMMDD'),
        (current_date + days)::timestamp at time zone 'UTC', (current_date + days + 1)::timestamp at time zone 'UTC');
    end loop;
  end $$`,
]
