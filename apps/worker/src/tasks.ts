import type { Context, Job } from '@carillon/service'
import type { Task, TaskList } from 'graphile-worker'

/** The queue's view of a job: its payload is whatever the table held, so the job checks it itself. */
function makeTask(context: Context, { name, job, draining }: { name: string; job: Job; draining: AbortSignal }): Task {
  return async (payload, helpers) => {
    try {
      await job.run(context, payload, draining)
    } catch (error) {
      context.log.error({ task: name, jobId: helpers.job.id, attempt: helpers.job.attempts, err: error }, 'job failed')
      throw error
    }
  }
}

export function makeTasks(context: Context, jobs: Readonly<Record<string, Job>>, draining: AbortSignal): TaskList {
  return Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [name, makeTask(context, { name, job, draining })]),
  )
}
