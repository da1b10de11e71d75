import { type Kysely, sql } from 'kysely'

/**
 * Creates an index of publishes that have not ended or that an operator has to look at, which are few and often
 * counted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index publication_open on publication (status, id desc)
    where status in ('accepted', 'processing', 'unknown')`.execute(db)
}
