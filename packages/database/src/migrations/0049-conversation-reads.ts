import { type Kysely, sql } from 'kysely'

/**
 * Adds `conversation.read_at`, when the last read of a conversation's messages from the network began; null in existing
 * rows. If a read of all conversations fails, the next one continues with those that were not read yet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversation add column read_at timestamptz`.execute(db)
}
