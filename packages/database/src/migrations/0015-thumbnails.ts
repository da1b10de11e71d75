import { type Kysely, sql } from 'kysely'

/** Small versions of images, made when somebody first looks at them, and purged with their publish's files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table media_file add column thumbnail_of uuid references media_file on delete cascade`,
  `create unique index media_file_thumbnail on media_file (thumbnail_of) where thumbnail_of is not null`,
]
