import { type Kysely, sql } from 'kysely'
import type { Step } from '../migrating/migration.ts'

/**
 * Adds `message.edited_at`, the time as of which the text of a message is the newest, null in existing rows. Replaces
 * the function `publish_words`, which returns the words of a publish for the search, by one that returns each word with
 * an `İ` or `ı` also with an `i`; in a database whose collation makes `ı` of `I`, each word with an `I` as well. All
 * words that were returned before are still returned, so that searches of the previous version find the same publishes.
 * The steps after it build the indexes by which each organization's schedules that start, and those that have to be
 * checked, are found for themselves.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table message add column edited_at timestamptz`.execute(db)
  await sql.raw(publishWords).execute(db)
}

export const after: readonly Step[] = [
  {
    kind: 'index',
    name: 'schedule_start_of_organization',
    on: `schedule (platform, organization_id, start_at) where status = 'scheduled' and start_at is not null`,
  },
  {
    kind: 'index',
    name: 'schedule_look_of_organization',
    on: `schedule (platform, organization_id, look_at) where status in ('scheduled', 'held') and look_at is not null`,
  },
]

const publishWords = `
  create or replace function publish_words(organization_id uuid, profile_id uuid, account_id uuid, payload jsonb)
  returns tsvector language plpgsql immutable parallel safe as $$
  begin
    return (
      select array_to_tsvector(array['organization:' || organization_id, 'profile:' || profile_id, 'account:' || account_id])
        || to_tsvector('simple', texts)
        || to_tsvector('simple',
          case when lower('I') <> 'i' or texts ~ '[İı]' then translate(texts, 'Iİı', 'iii') else '' end)
      from (
        select coalesce(left(string_agg(part.value #>> '{}', ' '), 100000), '') as texts
        from unnest(array['$.keyvalue() ? (@.key like_regex "^(.+_)?(text|caption|message|title|description)$").value',
            '$.thread[*].text']::jsonpath[]) as path,
          jsonb_path_query(payload, path) as part (value)) as publish);
  end $$`
