/**
 * Tables of the run. A change is stored in the transaction of its event, after it: the row of the object's count is
 * locked until the commit then, so that the numbers of an object's changes have the order of their commits.
 */
export const feedTables = `
  create table fault_change (
    number bigint generated always as identity primary key,
    organization_id uuid not null,
    object_id text not null,
    event_id uuid not null
  );
  create table fault_run (is_over boolean not null);
  insert into fault_run values (false);
`

export const storeChanges = `insert into fault_change (organization_id, object_id, event_id)
  select $1::uuid, object_id, event_id from unnest($2::text[], $3::uuid[]) with ordinality as change (object_id, event_id, at)
  order by at`
