import { type Kysely, sql } from 'kysely'

/** Adds the version at which a comment's number of replies was last changed through the API. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table comment add column replies_version bigint not null default 0`.execute(db)
}
