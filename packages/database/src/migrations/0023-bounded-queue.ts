import { type Kysely, sql } from 'kysely'
import type { Step } from '../migrating/migration.ts'

/**
 * Bounds the job queue: adds `external_write.queued` (whether a write has a job there; otherwise it waits in its table)
 * and the functions `has_queue_place` (whether a further write may be queued), `queue_job` (adds a job) and
 * `estimate_count` (the planner's estimate of a query's rows). Drops the trigger that sent a `NOTIFY` within the
 * transaction, as it is sent after the commit. The tables of graphile-worker must exist.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** The SQL condition for external writes that wait for a worker, whether they have a job in the queue or not. */
const isIdle = 'running_since is null and wake_at is not null'

export const after: readonly Step[] = [
  // Their jobs are in the queue already.
  { kind: 'back-fill', name: 'queued', table: 'external_write', key: 'id', set: 'queued = true', where: isIdle },
  {
    kind: 'index',
    name: 'external_write_idle',
    on: `external_write (queued, platform, organization_id, wake_at) where ${isIdle}`,
  },
  // Jobs that run or have failed for good, of which there are few.
  {
    kind: 'index',
    name: 'carillon_jobs_locked_by',
    on: 'graphile_worker._private_jobs (locked_by) where is_available is not true',
  },
]

const statements = [
  `drop trigger external_write_changed on external_write`,
  `drop function notify_external_write()`,
  `alter table external_write add column queued boolean not null default false`,
  // What `add_job` of graphile-worker does, without its notification; docs/decisions/0028 says why and what differs.
  `create function queue_job(
    task text, body json, due timestamptz, max_tries int, job_key text, urgency int, queue text, flag_names text[]
  ) returns bigint language plpgsql set plan_cache_mode = force_generic_plan as $$
  declare
    task_row int;
    queue_row int;
    job_row bigint;
  begin
    select id into task_row from graphile_worker._private_tasks where identifier = task;
    if task_row is null then
      insert into graphile_worker._private_tasks (identifier) values (task) on conflict do nothing;
      select id into task_row from graphile_worker._private_tasks where identifier = task;
    end if;
    if queue is not null then
      insert into graphile_worker._private_job_queues (queue_name)
        select queue where not exists (select from graphile_worker._private_job_queues where queue_name = queue)
        on conflict do nothing;
      select id into queue_row from graphile_worker._private_job_queues where queue_name = queue;
    end if;
    -- A job that a worker takes between the two statements loses its key in the next round.
    while job_row is null loop
      if job_key is not null then
        update graphile_worker._private_jobs as jobs
          set key = null, attempts = jobs.max_attempts, updated_at = now()
          where jobs.key = job_key and jobs.is_available is not true;
      end if;
      insert into graphile_worker._private_jobs as jobs
        (job_queue_id, task_id, payload, run_at, max_attempts, key, priority, flags)
      values (
        queue_row, task_row, coalesce(body, '{}'), coalesce(due, now()), coalesce(max_tries, 25), job_key,
        coalesce(urgency, 0), (select jsonb_object_agg(flag, true) from unnest(flag_names) as flag))
      on conflict (key) do update set
        job_queue_id = excluded.job_queue_id, task_id = excluded.task_id, payload = excluded.payload,
        max_attempts = excluded.max_attempts, run_at = excluded.run_at, priority = excluded.priority,
        revision = jobs.revision + 1, flags = excluded.flags, attempts = 0, last_error = null, updated_at = now()
        where jobs.locked_at is null
      returning id into job_row;
    end loop;
    return job_row;
  end $$`,
  // The table grows faster than its statistics, so that a plan without the index would look cheaper at first.
  `create function has_queue_place(network text, organization uuid, due timestamptz, max_queued int)
  returns boolean language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
  begin
    if not exists (
      select from external_write
      where queued and ${isIdle} and platform = network and organization_id = organization and wake_at <= due
    ) then return true; end if;
    return max_queued > (select count(*) from (
        select from external_write
        where queued and ${isIdle} and platform = network and organization_id = organization and wake_at <= due
        limit max_queued) as own)
      and max_queued > (select count(*) from (
        select from external_write where queued and ${isIdle} and platform = network and wake_at <= due
        limit max_queued) as others);
  end $$`,
  `create function estimate_count(query text) returns bigint language plpgsql as $$
  declare plan json;
  begin
    execute 'explain (format json) ' || query into plan;
    return (plan -> 0 -> 'Plan' ->> 'Plan Rows')::bigint;
  end $$`,
]
