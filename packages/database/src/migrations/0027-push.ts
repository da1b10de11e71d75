import { type Kysely, sql } from 'kysely'

/**
 * Creates the tables for what networks push to Carillon: `comment_push` (the latest pushed state of each comment),
 * `message_receipt` (the time up to which a user has received or read messages) and `push_subscription` (which fields
 * of an account a network pushes).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table comment_push (
    account_id uuid not null references account on delete cascade,
    comment_id text collate "C" not null,
    body_at timestamptz,
    hidden_at timestamptz,
    is_hidden boolean,
    deleted boolean not null default false,
    pushed_at timestamptz not null,
    primary key (account_id, comment_id)
  )`,
  `create index comment_push_pushed on comment_push (pushed_at)`,
  `create table message_receipt (
    account_id uuid not null references account on delete cascade,
    participant text collate "C" not null,
    status text not null,
    until timestamptz not null,
    received_at timestamptz not null,
    primary key (account_id, participant, status)
  )`,
  `create index message_receipt_received on message_receipt (received_at)`,
  `create table push_subscription (
    account_id uuid primary key references account on delete cascade,
    subject text collate "C" not null,
    fields text[] not null,
    subscribed_at timestamptz not null
  )`,
  `create index push_subscription_subject on push_subscription (subject)`,
]
