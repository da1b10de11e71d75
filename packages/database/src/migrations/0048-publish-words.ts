import { type Kysely, sql } from 'kysely'

/**
 * Replaces the function `publish_words`, which returns the words of a publish for the search, by one in PL/pgSQL with
 * the same result. PL/pgSQL keeps the plan of its query in the session; a function in SQL is planned again for each
 * publish that ends, which takes longer than everything else of that statement.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(publishWords).execute(db)
}

const publishWords = `
  create or replace function publish_words(organization_id uuid, profile_id uuid, account_id uuid, payload jsonb)
  returns tsvector language plpgsql immutable parallel safe as $$
  begin
    return (
      select array_to_tsvector(array['organization:' || organization_id, 'profile:' || profile_id, 'account:' || account_id])
        || to_tsvector('simple', coalesce(left(string_agg(part.value #>> '{}', ' '), 100000), ''))
      from unnest(array['$.keyvalue() ? (@.key like_regex "^(.+_)?(text|caption|message|title|description)$").value',
          '$.thread[*].text']::jsonpath[]) as path,
        jsonb_path_query(payload, path) as part (value));
  end $$`
