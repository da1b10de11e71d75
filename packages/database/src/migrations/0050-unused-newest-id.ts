import { type Kysely, sql } from 'kysely'

/** Drops the column `comment_account.newest_id`, which no version has read or set. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table comment_account drop column newest_id`.execute(db)
}
