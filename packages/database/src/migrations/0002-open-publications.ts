import { type Kysely, sql } from 'kysely'

/**
 * Creates the index `publication_open` of the publishes that have not ended (`accepted`, `processing`) or have an
 * unknown outcome (`unknown`), which are few and often counted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index publication_open on publication (status, id desc)
    where status in ('accepted', 'processing', 'unknown')`.execute(db)
}
