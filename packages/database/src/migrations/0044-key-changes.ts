import { type Kysely, sql } from 'kysely'

/**
 * Adds a trigger that sends a `NOTIFY` on the channel `api_key` when the access of a key changes, as for a deleted key,
 * so that gateways drop the key from their caches. Creates `organization_logo` for the logos of organizations.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create trigger api_key_changed after update of scopes, profile_id, profile_ids, allowed_ips, budgets, expires_at
    on api_key for each row execute function notify_api_key()`,
  `create table organization_logo (
    organization_id uuid primary key references organization on delete cascade,
    hash bytea not null,
    bytes bytea not null
  )`,
  'create index organization_logo_hash on organization_logo (hash)',
]
