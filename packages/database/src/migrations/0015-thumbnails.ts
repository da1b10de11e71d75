import { type Kysely, sql } from 'kysely'

/**
 * Adds `media_file.thumbnail_of`: in the row of a thumbnail, the id of its image, with whose row it is deleted; null
 * for all other files. An image has one thumbnail at most, which is made on first use.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table media_file add column thumbnail_of uuid references media_file on delete cascade`,
  `create unique index media_file_thumbnail on media_file (thumbnail_of) where thumbnail_of is not null`,
]
