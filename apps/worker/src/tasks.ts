import type { Context, Job } from '@carillon/service'
import type { Task, TaskList } from 'graphile-worker'
import type { Metrics } from './metrics.ts'

export interface TaskOptions {
  draining: AbortSignal
  observeJob?: Metrics['observeJob'] | undefined
}

/** The queue's view of a job: its payload is whatever the table held, so the job checks it itself. */
function makeTask(
  context: Context,
  { name, job, draining, observeJob }: TaskOptions & { name: string; job: Job },
): Task {
  return async (payload, helpers) => {
    const begin = performance.now()
    const end = (outcome: 'done' | 'failed') =>
      observeJob?.({ task: name, outcome, seconds: (performance.now() - begin) / 1000 })
    try {
      await job.run(context, payload, draining)
      end('done')
    } catch (error) {
      end('failed')
      context.log.error({ task: name, jobId: helpers.job.id, attempt: helpers.job.attempts, err: error }, 'job failed')
      throw error
    }
  }
}

export function makeTasks(context: Context, jobs: Readonly<Record<string, Job>>, options: TaskOptions): TaskList {
  return Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [name, makeTask(context, { ...options, name, job })]),
  )
}
