import { type Kysely, sql } from 'kysely'

/** Adds thumbnails of images, which are made on first use and purged with the files of their publish. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table media_file add column thumbnail_of uuid references media_file on delete cascade`,
  `create unique index media_file_thumbnail on media_file (thumbnail_of) where thumbnail_of is not null`,
]
