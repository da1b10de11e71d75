import { type Kysely, sql } from 'kysely'

/**
 * Creates the table `api_request`, the log of API requests that clients can read, with a partition for each day. Its
 * only index is the primary key, which begins with the organization, as every query is about one organization.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_request (
      organization_id uuid not null,
      id uuid not null,
      at timestamptz not null,
      method text not null,
      path text not null,
      params json not null,
      operation text,
      status smallint,
      code text,
      problem text,
      key_id uuid not null,
      key_name text,
      source text not null,
      profile_id uuid,
      duration_ms int not null,
      request_id text not null,
      ip text,
      primary key (organization_id, id)
    ) partition by range (id)`.execute(db)
}
