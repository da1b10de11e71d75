import { inJob, inSpan } from '@carillon/log'
import type { Context, Job } from '@carillon/service'
import type { JobHelpers, Task, TaskList } from 'graphile-worker'
import type { Metrics } from './metrics.ts'
import type { Shares } from './shares.ts'

export interface TaskOptions {
  draining: AbortSignal
  shares: Shares
  observeJob?: Metrics['observeJob'] | undefined
}

/** Builds graphile-worker's task for a job. The payload can be anything, so the job checks it. */
function makeTask(
  context: Context,
  { name, job, draining, shares, observeJob }: TaskOptions & { name: string; job: Job },
): Task {
  return async (payload, helpers) => {
    const leave = shares.enter(Object.keys(helpers.job.flags ?? {}))
    if (!leave) return putBack(helpers)
    const begin = performance.now()
    const end = (outcome: 'done' | 'failed') =>
      observeJob?.({ task: name, outcome, seconds: (performance.now() - begin) / 1000 })
    try {
      const about = { task: name, jobId: helpers.job.id }
      await inJob(about, () =>
        inSpan('job', () => job.run(context, payload, draining, helpers.job.attempts), { fields: about }),
      )
      end('done')
    } catch (error) {
      end('failed')
      context.log.error({ task: name, jobId: helpers.job.id, attempt: helpers.job.attempts, err: error }, 'job failed')
      throw error
    } finally {
      leave()
    }
  }
}

/**
 * Returns a job to the queue that was fetched while its share was being used up. It is fetched again when the share is
 * free.
 */
async function putBack({ job, addJob }: JobHelpers): Promise<void> {
  await addJob(job.task_identifier, job.payload, {
    runAt: job.run_at,
    maxAttempts: job.max_attempts,
    priority: job.priority,
    flags: Object.keys(job.flags ?? {}),
    ...(job.key !== null && { jobKey: job.key }),
  })
}

/**
 * Builds the tasks of graphile-worker for Carillon's jobs, keyed by job name. A task returns its job to the queue if
 * the job's organization or network has used up its share of the slots (`shares`).
 * @param options `draining` is the signal that jobs get; `observeJob` is called at the end of each job
 */
export function makeTasks(context: Context, jobs: Readonly<Record<string, Job>>, options: TaskOptions): TaskList {
  return Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [name, makeTask(context, { ...options, name, job })]),
  )
}
