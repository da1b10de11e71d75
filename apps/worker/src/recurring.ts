import { type Context, type Job, lookForWork } from '@carillon/service'

const lookMs = 1_000

export interface RecurringOptions {
  jobs: Readonly<Record<string, Job>>
  draining: AbortSignal
  /** Called after each poll with the number of queued jobs that can be taken, or null if the database failed. */
  onLook(waiting: number | null): void
}

interface Task {
  begin(): void
  ended(): Promise<void>
}

/** Builds a task that runs only once at a time. A failure is logged, and the next call tries again. */
function makeTask(context: Context, name: string, work: () => Promise<unknown>): Task {
  let running: Promise<void> | undefined
  async function run(): Promise<void> {
    try {
      await work()
    } catch (error) {
      context.log.warn({ task: name, err: error }, 'background task failed')
    }
    running = undefined
  }
  return {
    begin() {
      running ??= run()
    },
    async ended() {
      await running
    },
  }
}

/**
 * Starts the recurring jobs of a worker process: those that run every few seconds, and those that run when there is
 * work for them, which one query per second finds out. Jobs with `atStart` run once before this resolves; it rejects if
 * one of them fails. Jobs get the signal `draining`, which the caller aborts when the worker stops. `onLook` is called
 * after each query with the number of jobs in the queue that can be taken, or null if the query failed. Returns the
 * function that stops the recurring jobs and waits for their end.
 */
export async function startRecurring(
  context: Context,
  { jobs, draining, onLook }: RecurringOptions,
): Promise<() => Promise<void>> {
  const all = Object.entries(jobs).map(([name, job]) => {
    return { ...job, ...makeTask(context, name, () => job.run(context, {}, draining)) }
  })
  for (const { atStart, run } of all) if (atStart) await run(context, {}, draining)
  const look = makeTask(context, 'work.look', async () => {
    try {
      const { work, jobs: waiting } = await lookForWork(context)
      if (draining.aborted) return
      for (const { due, begin } of all) if (due !== undefined && work.includes(due)) begin()
      onLook(waiting)
    } catch (error) {
      onLook(null)
      throw error
    }
  })
  const timers = all.flatMap(({ everySeconds, begin }) =>
    everySeconds === undefined ? [] : setInterval(begin, everySeconds * 1_000),
  )
  timers.push(setInterval(look.begin, lookMs))
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await Promise.all([look, ...all].map((task) => task.ended()))
  }
}
