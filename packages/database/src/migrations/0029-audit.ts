import { type Kysely, sql } from 'kysely'

/**
 * Creates the tables of the audit log: `audit_open` for entries of requests in flight, `audit_outbox` for those that
 * have ended, `audit_entry`, with a partition for each day, for those in their organization's hash chain, and
 * `audit_chain` for the ends of each chain. There are no foreign keys, as entries are kept longer than their objects.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const columns = `
    organization_id uuid not null,
    at timestamptz not null,
    action text not null,
    actor_type text not null,
    actor_id text,
    actor_name text,
    profile_id uuid,
    targets json not null,
    request_id text,
    ip text,
    user_agent text,
    status int,
    code text`

const statements = [
  `create table audit_open (
    id uuid primary key,
    opened_at timestamptz not null default clock_timestamp(),${columns}
  )`,
  `create table audit_outbox (
    number bigint generated always as identity primary key,
    id uuid not null unique,${columns}
  )`,
  `create index audit_outbox_organization on audit_outbox (organization_id, id)`,
  `create table audit_entry (
    id uuid primary key,${columns},
    number bigint not null,
    closed_at timestamptz not null,
    previous_id uuid,
    previous_hash bytea not null,
    hash bytea not null
  ) partition by range (id)`,
  `create index audit_entry_organization on audit_entry (organization_id, id)`,
  `create index audit_entry_number on audit_entry (organization_id, number)`,
  `create table audit_chain (
    organization_id uuid primary key,
    first_number bigint not null,
    first_previous_id uuid,
    first_previous_hash bytea not null,
    purged_before timestamptz,
    last_number bigint not null,
    last_id uuid,
    last_hash bytea not null,
    last_closed_at timestamptz not null
  )`,
]
