import { type Context, type Job, lookForWork } from '@carillon/service'

const lookMs = 1_000

export interface RecurringOptions {
  jobs: Readonly<Record<string, Job>>
  draining: AbortSignal
  /** Called after each look: how many jobs of the queue can be taken, or null if the database failed. */
  onLook(waiting: number | null): void
}

interface Task {
  begin(): void
  ended(): Promise<void>
}

/** Work that begins whenever it is told to, never twice at a time; a failure is logged, and the next time tries again. */
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
 * Starts the jobs that recur by the second, and those that begin when there is work for them: one statement each second
 * finds out for all of them and for the queue. Jobs marked so run once before this resolves. Returns the function that
 * stops them.
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
