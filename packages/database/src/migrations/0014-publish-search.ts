import { type Kysely, sql } from 'kysely'
import type { Step } from '../migrating/migration.ts'

/**
 * Creates the function `publish_words`, which returns the words of a publish's texts. The step after it creates the
 * index of the same name on `external_write`, by which publishes that have ended are searched for words.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export const after: readonly Step[] = [
  // Only writes that have ended: those in progress change often, and are few.
  {
    kind: 'index',
    name: 'publish_words',
    on: `external_write using gin (publish_words(organization_id, profile_id, account_id, payload))
      where kind = 'publish' and wake_at is null`,
  },
]

const statements = [
  // The words of a publish, and its owners as words of their own, so that a search stays within one of them. One function,
  // as a restored index finds no function by an unqualified name. The bound keeps the result below PostgreSQL's 1 MiB.
  `create function publish_words(organization_id uuid, profile_id uuid, account_id uuid, payload jsonb) returns tsvector
    language sql immutable parallel safe as $$
    select array_to_tsvector(array['organization:' || organization_id, 'profile:' || profile_id, 'account:' || account_id])
      || to_tsvector('simple', coalesce(left(string_agg(part.value #>> '{}', ' '), 100000), ''))
    from unnest(array['$.keyvalue() ? (@.key like_regex "^(.+_)?(text|caption|message|title|description)$").value',
        '$.thread[*].text']::jsonpath[]) as path,
      jsonb_path_query(payload, path) as part (value)
  $$`,
]
