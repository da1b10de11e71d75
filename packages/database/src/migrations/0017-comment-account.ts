import { type Kysely, sql } from 'kysely'

/**
 * Removes the reference of comments to their account. They refer to their post, which refers to the account; checking
 * both took a fifth of the time for storing a page of comments.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table comment drop constraint comment_account_id_fkey`.execute(db)
}
