import { type Kysely, sql } from 'kysely'

/** Creates the tables for cached lists of ad accounts, reports in preparation, and paused limits. */
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
