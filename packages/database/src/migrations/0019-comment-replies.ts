import { type Kysely, sql } from 'kysely'

/**
 * Adds `comment.replies_version`, the version of the post's stored comments (`comment_post.version`) at which a reply
 * to a comment was last added or deleted through the API; 0 in existing rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table comment add column replies_version bigint not null default 0`.execute(db)
}
