import { type Kysely, sql } from 'kysely'

/**
 * Creates the tables `ad_account_list` (cached lists of ad accounts), `ad_report` (reports that a network is preparing)
 * and `paused_limit` (rate limits of networks under which no calls are made until a time).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table ad_account_list (
    account_id uuid primary key references account on delete cascade,
    ad_accounts jsonb not null,
    fetched_at timestamptz not null
  )`,
  `create table ad_report (
    account_id uuid not null references account on delete cascade,
    query text not null,
    run_id text not null,
    started_at timestamptz not null,
    primary key (account_id, query)
  )`,
  `create table paused_limit (
    key text primary key,
    until timestamptz not null
  )`,
]
