import { type Kysely, sql } from 'kysely'

/**
 * Creates the tables for clients' webhook endpoints (`webhook_endpoint`), the deliveries of events to them
 * (`webhook_delivery`) and the attempts of these. Deliveries have no foreign keys, as they are kept longer than their
 * endpoint and event.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table webhook_endpoint (
    id uuid primary key,
    organization_id uuid not null references organization on delete cascade,
    profile_id uuid references profile on delete cascade,
    url text not null,
    types text[] not null,
    description text,
    header_names text[] not null,
    headers bytea not null,
    status text not null,
    disabled_reason text,
    secret bytea not null,
    old_secret bytea,
    old_secret_until timestamptz,
    failures integer not null default 0,
    failing_since timestamptz,
    last_success_at timestamptz,
    last_failure_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create index webhook_endpoint_organization on webhook_endpoint (organization_id)`,
  `create index webhook_endpoint_profile on webhook_endpoint (profile_id) where profile_id is not null`,
  `create table webhook_delivery (
    id uuid primary key,
    endpoint_id uuid not null,
    organization_id uuid not null,
    event_id uuid not null,
    event_position bigint,
    event_stored_at timestamptz,
    type text not null,
    object_type text not null,
    object_id text not null,
    status text not null default 'pending',
    attempts integer not null default 0,
    failures integer not null default 0,
    next_attempt_at timestamptz,
    claimed_until timestamptz,
    created_at timestamptz not null,
    body text
  )`,
  // Those that are due, by endpoint; the first column alone lists the endpoints that have any.
  `create index webhook_delivery_due on webhook_delivery (endpoint_id, next_attempt_at, event_position)
    where status = 'pending'`,
  `create index webhook_delivery_claimed on webhook_delivery (endpoint_id, object_type, object_id)
    where claimed_until is not null`,
  `create index webhook_delivery_list on webhook_delivery (endpoint_id, id)`,
  `create index webhook_delivery_event on webhook_delivery (endpoint_id, event_id)`,
  `create table webhook_delivery_attempt (
    delivery_id uuid not null references webhook_delivery on delete cascade,
    number integer not null,
    endpoint_id uuid not null,
    at timestamptz not null,
    duration_ms integer not null,
    status integer,
    error text,
    response text,
    primary key (delivery_id, number)
  )`,
  `create index webhook_delivery_attempt_failed on webhook_delivery_attempt (endpoint_id, at) where error is not null`,
]
