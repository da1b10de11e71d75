import { type Kysely, sql } from 'kysely'

/**
 * Creates the tables for comments that are stored, so that clients need not wait for the network: `comment_account`
 * (when an account's posts were read), `comment_post` (its posts) and `comment`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table comment_account (
    account_id uuid primary key references account on delete cascade,
    version bigint not null default 1,
    posts_synced_at timestamptz,
    posts_requested_at timestamptz,
    newest_requested_at timestamptz,
    newest_id text,
    paused_until timestamptz,
    expired_at timestamptz
  )`,
  `create table comment_post (
    id uuid primary key,
    account_id uuid not null references account on delete cascade,
    post_id text collate "C" not null,
    rank int,
    summary text not null,
    version bigint not null default 1,
    complete boolean not null default false,
    synced_at timestamptz,
    next_cursor text,
    read_at timestamptz not null,
    requested_at timestamptz,
    lease_by uuid,
    lease_until timestamptz,
    pass int not null default 0,
    pass_kind text,
    pass_stage text,
    pass_cursor text,
    pass_version bigint not null default 0,
    pass_started_at timestamptz,
    pass_pages int not null default 0,
    pass_rows int not null default 0,
    pass_restarts int not null default 0,
    full_at timestamptz,
    full_pages int not null default 0,
    unique (account_id, post_id)
  )`,
  `create index comment_post_rank on comment_post (account_id, rank) where rank is not null`,
  `create index comment_post_read on comment_post (read_at)`,
  `create table comment (
    account_id uuid not null references account on delete cascade,
    id text collate "C" not null,
    copy_id uuid not null references comment_post on delete cascade,
    parent_id text collate "C",
    created_at timestamptz not null,
    content text not null,
    seen_pass int not null default 0,
    thread_pass int not null default 0,
    thread_open boolean not null default false,
    created_version bigint not null,
    fetch_version bigint not null default 0,
    hidden_version bigint not null default 0,
    liked_version bigint not null default 0,
    deleted_at timestamptz,
    deleted_version bigint,
    deleted_here boolean not null default false,
    primary key (account_id, id)
  )`,
  `create index comment_order on comment (copy_id, created_at desc, id desc) where deleted_at is null`,
  `create index comment_thread on comment (copy_id, parent_id)`,
  `create index comment_open on comment (copy_id) where thread_open`,
  `create index comment_deleted on comment (deleted_at) where deleted_at is not null`,
]
