import { type Context, type JobName, jobs } from '../src/index.ts'

/**
 * Runs the queued jobs of one name once each, as a worker would; those that succeed leave the queue. Returns how many
 * succeeded.
 */
export async function runJobs(context: Context, name: JobName): Promise<number> {
  const { rows } = await context.pool.query<{ id: string; payload: unknown }>(
    `select job.id, job.payload from graphile_worker._private_jobs as job
      join graphile_worker._private_tasks as task on task.id = job.task_id where task.identifier = $1 order by job.id`,
    [name],
  )
  let succeeded = 0
  for (const { id, payload } of rows) {
    try {
      await jobs[name].run(context, payload, new AbortController().signal)
    } catch {
      continue
    }
    await context.pool.query('delete from graphile_worker._private_jobs where id = $1', [id])
    succeeded++
  }
  return succeeded
}
