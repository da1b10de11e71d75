import { type Kysely, sql } from 'kysely'

/**
 * Creates the table `dashboard_session` for sign-ins to the dashboard, in which a browser has a random token instead of
 * the API key. It stores the hash of the token.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table dashboard_session (
    hash bytea primary key,
    key_id uuid not null references api_key on delete cascade,
    created_at timestamptz not null,
    last_used_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `create index dashboard_session_key on dashboard_session (key_id, last_used_at desc)`,
  `create index dashboard_session_expiry on dashboard_session (expires_at)`,
]
