import { type Kysely, sql } from 'kysely'

/** Publishes that have not ended or that a person has to look at: few among many, counted again and again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index publication_open on publication (status, id desc)
    where status in ('accepted', 'processing', 'unknown')`.execute(db)
}
