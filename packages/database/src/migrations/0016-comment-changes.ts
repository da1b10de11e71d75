import { type Kysely, sql } from 'kysely'

/**
 * Creates the table `comment_change` for changes through the API (hidden, liked, deleted) of comments that are not
 * stored, so that they apply if an outdated read from the network stores the comment later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table comment_change (
    account_id uuid not null references account on delete cascade,
    comment_id text not null,
    is_hidden boolean,
    liked boolean,
    deleted boolean not null,
    changed_at timestamptz not null,
    primary key (account_id, comment_id)
  )`,
  `create index comment_change_changed on comment_change (changed_at)`,
]
