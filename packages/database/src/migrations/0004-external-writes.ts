import { type Kysely, sql } from 'kysely'

/**
 * Renames the journal of publishes (`publication`) to `external_write`, the journal of all external writes, with a
 * column `kind`. Publishes keep their rows with the kind `publish`, and queued jobs continue under the new name
 * `write.run`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `drop trigger publication_moved on publication`,
  `drop function notify_publication()`,
  `alter table publication rename to external_write`,
  `alter index publication_pkey rename to external_write_pkey`,
  `alter index publication_organization rename to external_write_organization`,
  `alter index publication_account rename to external_write_account`,
  `alter index publication_request rename to external_write_request`,
  `alter index publication_wake rename to external_write_wake`,
  `alter table external_write rename column lookups to probes`,
  `alter table external_write rename column tries to step_retries`,
  `alter table external_write rename column crashes to crash_count`,
  `alter table external_write rename column post_ids to provider_ids`,
  `alter table external_write
    add column kind text not null default 'publish',
    add column result jsonb,
    add column changed_by uuid`,
  `alter table external_write alter column kind drop default`,
  `update external_write set
    status = 'succeeded', result = jsonb_build_object('postIds', to_jsonb(provider_ids), 'permalink', permalink)
    where status = 'published'`,
  // Open publishes of videos keep their upload under the name that it has today.
  `update external_write set state = state - 'film' || jsonb_build_object('video', state -> 'film') where state ? 'film'`,
  `alter table external_write drop column permalink`,
  `drop index publication_open`,
  `create index external_write_open on external_write (status, id desc)
    where status in ('accepted', 'processing', 'unknown')`,
  `create function notify_external_write() returns trigger language plpgsql as $$
  begin
    perform pg_notify('external_write', new.id::text);
    return null;
  end $$`,
  `create trigger external_write_changed after update of status on external_write
    for each row when (old.status is distinct from new.status) execute function notify_external_write()`,
  `alter table publication_attempt rename to external_write_attempt`,
  `alter table external_write_attempt rename column publication_id to write_id`,
  `update external_write_attempt
    set outcome = case outcome when 'refused' then 'rejected' when 'unclear' then 'indeterminate' else outcome end
    where outcome in ('refused', 'unclear')`,
  `alter index publication_attempt_pkey rename to external_write_attempt_pkey`,
  `alter table media_file rename column publication_id to write_id`,
  `alter index media_file_publication rename to media_file_write`,
  `alter table media_link rename column publication_id to write_id`,
  `alter index media_link_publication rename to media_link_write`,
  // Jobs that are queued go on under the new name. A database without a queue yet has none.
  `do $$
  begin
    if to_regclass('graphile_worker._private_jobs') is null then return; end if;
    perform graphile_worker.add_job(
      'write.run',
      json_build_object('writeId', jobs.payload->>'publishId'),
      run_at => jobs.run_at,
      job_key => 'write:' || (jobs.payload->>'publishId'))
    from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where tasks.identifier = 'publication.run';
    delete from graphile_worker._private_jobs where task_id =
      (select id from graphile_worker._private_tasks where identifier = 'publication.run');
  end $$`,
]
