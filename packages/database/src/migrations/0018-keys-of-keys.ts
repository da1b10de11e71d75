import { type Kysely, sql } from 'kysely'

/**
 * Adds `api_key.parent_id`, the key that created a key and with which the created key is deleted; null in existing
 * rows. For rate limits, creates `organization_request_window`, which counts requests per organization, and adds to
 * `request_window` how many of the counted requests gateways have reserved in advance (`idle`), and how many the last
 * statement reserved (`taken`); 0 in existing rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table api_key add column parent_id uuid references api_key on delete cascade`,
  `create index api_key_parent on api_key (parent_id) where parent_id is not null`,
  `alter table request_window
    add column idle integer not null default 0,
    add column taken integer not null default 0`,
  `create table organization_request_window (
    organization_id uuid not null references organization on delete cascade,
    started_at timestamptz not null,
    used integer not null,
    idle integer not null default 0,
    taken integer not null default 0,
    primary key (organization_id, started_at)
  )`,
  `create index organization_request_window_started on organization_request_window (started_at)`,
]
