import { type Kysely, sql } from 'kysely'

/** When the messages of a conversation were last read: a read that failed goes on with those that were not read yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversation add column read_at timestamptz`.execute(db)
}
