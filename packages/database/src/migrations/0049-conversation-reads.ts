import { type Kysely, sql } from 'kysely'

/**
 * Adds what lets the next read of an account's conversations continue one that failed or took too long:
 * `conversation.read_at`, when the list was requested before the messages of a conversation were last read, and
 * `message_sync.resume_cursor` and `resume_begun_at`, the next page of the interrupted read and when it began. All are
 * null in existing rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversation add column read_at timestamptz`.execute(db)
  await sql`alter table message_sync add column resume_cursor text, add column resume_begun_at timestamptz`.execute(db)
}
