import { type Kysely, sql } from 'kysely'

/** What a key may do, for which profiles, and from where. Existing keys may do everything. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table api_key
        add column scopes text[] not null default '{*}',
        add column profile_ids uuid[],
        add column allowed_ips text[],
        add column last_used_ip text`,
    )
    .execute(db)
}
