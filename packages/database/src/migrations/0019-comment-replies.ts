import { type Kysely, sql } from 'kysely'

/** The version of the latest change through the API of how many replies a comment has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table comment add column replies_version bigint not null default 0`.execute(db)
}
