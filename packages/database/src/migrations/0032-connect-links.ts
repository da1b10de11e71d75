import { type Kysely, sql } from 'kysely'

/**
 * Creates `connect_link`, for URLs at which end users connect accounts, and adds `organization.color` (of the pages of
 * these links) and `connection_session.browser_hash` (the hash of the cookie of the browser that started the session).
 * Both are null in existing rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table connect_link (
    id uuid primary key,
    organization_id uuid not null references organization on delete cascade,
    profile_id uuid not null references profile on delete cascade,
    token_hash bytea not null unique,
    platforms text[] not null,
    redirect_url text,
    starts int not null default 0,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    last_used_at timestamptz
  )`,
  'create index connect_link_profile on connect_link (profile_id, id)',
  'create index connect_link_organization on connect_link (organization_id)',
  'create index connect_link_expires_at on connect_link (expires_at)',
  'alter table organization add column color text',
  'alter table connection_session add column browser_hash bytea',
]
