import { type Kysely, sql } from 'kysely'

/**
 * A comment belongs to the account of its post, which refers to the account itself. To check both for each comment took a
 * fifth of the time in which a page of comments is stored.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table comment drop constraint comment_account_id_fkey`.execute(db)
}
