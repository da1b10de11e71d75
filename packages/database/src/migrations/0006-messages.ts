import { type Kysely, sql } from 'kysely'

/**
 * Creates the tables for direct messages (`message`, `conversation`, …) and for webhook requests of networks. Adds to
 * `account` the columns `owner_id` (the network's id of what an account belongs to) and `setup_missing` (the setup
 * steps that have not been done), both null in existing rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table webhook_event (
    id uuid primary key,
    batch_id uuid not null,
    platform text not null,
    body bytea not null,
    received_at timestamptz not null,
    processed_at timestamptz
  )`,
  `create index webhook_event_batch on webhook_event (batch_id)`,
  `create table message (
    id uuid primary key,
    account_id uuid not null references account on delete cascade,
    provider_id text,
    direction text not null,
    type text not null,
    sender text,
    recipient text,
    body text not null,
    status text not null,
    error jsonb,
    occurred_at timestamptz not null,
    created_at timestamptz not null,
    constraint message_provider unique (account_id, provider_id)
  )`,
  `create index message_account on message (account_id, occurred_at desc, id desc)`,
  `create index message_sender on message (account_id, sender, occurred_at desc) where direction = 'inbound'`,
  `create table message_status (
    account_id uuid not null references account on delete cascade,
    provider_id text not null,
    status text not null,
    error jsonb,
    occurred_at timestamptz not null,
    received_at timestamptz not null,
    primary key (account_id, provider_id, status)
  )`,
  `create index message_status_received on message_status (received_at)`,
  `create table conversation (
    account_id uuid not null references account on delete cascade,
    provider_id text not null,
    participant text,
    updated_at timestamptz,
    primary key (account_id, provider_id)
  )`,
  `create table message_sync (
    account_id uuid primary key references account on delete cascade,
    lease_by uuid,
    lease_until timestamptz,
    synced_at timestamptz
  )`,
  `alter table account add column owner_id text, add column setup_missing text[]`,
  `create index account_provider_id on account (platform, provider_id)`,
  `create index account_owner_id on account (platform, owner_id) where owner_id is not null`,
]
