import { type Context, createHint, type Job, lookForWork } from '@carillon/service'

/** How often a worker queries for due work. Times are in milliseconds. */
interface LookTimes {
  /** The pause between two queries while there is work, or was recently. */
  busyMs: number
  /**
   * The pause between two queries while the worker is idle, which delays only work that nobody announced. Less than the
   * five seconds for which a schedule is found before it is due.
   */
  restMs: number
  /** The time after the last work from which the worker is idle. */
  restAfterMs: number
}

const defaultTimes: LookTimes = { busyMs: 1_000, restMs: 4_000, restAfterMs: 30_000 }

export interface RecurringOptions {
  jobs: Readonly<Record<string, Job>>
  draining: AbortSignal
  /**
   * Called after each query for work with the number of queued jobs that can be taken, or null if the query failed. Not
   * called for a successful query after `draining` has aborted.
   */
  onLook(waiting: number | null): void
  /** Other times than the default ones, for tests. */
  times?: LookTimes
}

/** The recurring jobs of a worker process. */
export interface Recurring {
  /**
   * Reports that there is work in the queue. If there was none for half a minute, the worker queries for due work at
   * once, and then every second instead of every four seconds.
   */
  noteWork(): void
  /** Stops the recurring jobs and waits for their end. */
  close(): Promise<void>
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

/** Starts the timers of the jobs with `everySeconds`. One with `due` as well begins only while `isDue` returns true. */
function startTimers(all: readonly (Job & Task)[], isDue: (due: string) => boolean): NodeJS.Timeout[] {
  return all.flatMap(({ everySeconds, due, begin }) => {
    if (everySeconds === undefined) return []
    const beginIfDue = () => (due === undefined || isDue(due)) && begin()
    return setInterval(beginIfDue, everySeconds * 1_000)
  })
}

/** Tracks whether a worker is idle, which it is from `afterMs` after the last work or the start. */
class Rest {
  readonly #afterMs: number
  #at: number

  constructor(afterMs: number) {
    this.#afterMs = afterMs
    this.#at = performance.now() + afterMs
  }

  isNow(): boolean {
    return performance.now() >= this.#at
  }

  noteWork(): void {
    this.#at = performance.now() + this.#afterMs
  }
}

/**
 * Starts the recurring jobs of a worker process: jobs with `everySeconds` run at that interval, jobs with `due` when
 * there is work for them, jobs with both at the interval while there is work. One query finds out for which jobs there
 * is work: every second, or every four seconds after half a minute without work. Jobs with `atStart` run once before
 * this resolves; it rejects if one of them fails. Each job gets the signal `draining`, which the caller aborts when the
 * worker stops. From then on, the query begins no jobs; jobs with `everySeconds` run until `close`.
 */
export async function startRecurring(
  context: Context,
  { jobs, draining, onLook, times = defaultTimes }: RecurringOptions,
): Promise<Recurring> {
  const all = Object.entries(jobs).map(([name, job]) => {
    return { ...job, ...makeTask(context, name, () => job.run(context, {}, draining)) }
  })
  for (const { atStart, run } of all) if (atStart) await run(context, {}, draining)
  const stopping = new AbortController()
  const wake = createHint()
  const rest = new Rest(times.restAfterMs)
  let found: readonly string[] = []
  const look = makeTask(context, 'work.look', async () => {
    try {
      const { work, jobs: waiting } = await lookForWork(context)
      found = work
      if (work.length > 0 || waiting > 0) rest.noteWork()
      if (draining.aborted) return
      for (const { due, everySeconds, begin } of all) {
        if (due !== undefined && everySeconds === undefined && work.includes(due)) begin()
      }
      onLook(waiting)
    } catch (error) {
      onLook(null)
      throw error
    }
  })
  async function keepLooking(): Promise<void> {
    for (;;) {
      await wake.wait(rest.isNow() ? times.restMs : times.busyMs, stopping.signal)
      if (stopping.signal.aborted) return
      look.begin()
      await look.ended()
    }
  }
  const looking = keepLooking()
  const timers = startTimers(all, (due) => found.includes(due))
  return {
    noteWork() {
      if (rest.isNow()) wake.give()
      rest.noteWork()
    },
    async close() {
      stopping.abort()
      for (const timer of timers) clearInterval(timer)
      await Promise.all([looking, ...all.map((task) => task.ended())])
    },
  }
}
