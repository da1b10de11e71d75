import { type Kysely, sql } from 'kysely'

const statements = [
  `create table network_minute (
    network text not null,
    minute timestamptz not null,
    calls integer not null,
    failed integer not null,
    slow integer not null,
    primary key (network, minute)
  )`,
  `create table publish_hour (
    hour timestamptz not null,
    network text not null,
    status text not null,
    code text not null,
    publishes integer not null,
    primary key (hour, network, status, code)
  )`,
]

/**
 * Creates the tables of counts for the status page: `network_minute` (calls to a network per minute) and `publish_hour`
 * (publishes on a network per hour, status and error code).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
