import { type Kysely, sql } from 'kysely'

/**
 * Creates the table `tool_write` for external writes made by MCP tool calls, keyed by API key and request id, so that a
 * repeated call finds the first one. Rows with a payload are posts that were checked and are not published yet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table tool_write (
    key_id uuid not null references api_key on delete cascade,
    request_id uuid not null,
    tool text not null,
    fingerprint bytea not null,
    payload bytea,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    claimed_until timestamptz,
    claims integer not null default 0,
    primary key (key_id, request_id)
  )`,
  'create index tool_write_created_at on tool_write (created_at)',
  'create index tool_write_payload on tool_write (key_id, expires_at) where payload is not null',
]
