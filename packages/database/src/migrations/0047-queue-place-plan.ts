import { type Kysely, sql } from 'kysely'

/**
 * Replaces the function `has_queue_place` (whether another write may be queued) by one with the same result that always
 * uses the index `external_write_idle`: its settings forbid to sort rows, and no other index has the order of its
 * queries. Without statistics of the table, PostgreSQL could choose an index of the organization, with which the
 * function reads every publish of the organization.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(hasQueuePlace).execute(db)
}

const isQueued = 'queued and running_since is null and wake_at is not null and platform = network and wake_at <= due'
const inOrder = 'order by organization_id, wake_at limit max_queued'

// An order by a column that is known to be constant is left out, so the organization is written as a range.
const hasQueuePlace = `
  create or replace function has_queue_place(network text, organization uuid, due timestamptz, max_queued int)
  returns boolean language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_sort = off set enable_incremental_sort = off as $$
  declare own int := (select count(*) from (
    select from external_write
    where ${isQueued} and organization_id >= organization and organization_id <= organization ${inOrder}) as queued);
  begin
    return own = 0 or own < max_queued and max_queued > (select count(*) from (
      select from external_write where ${isQueued} ${inOrder}) as others);
  end $$`
