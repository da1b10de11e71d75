import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  acquireWorkerLease,
  type Context,
  hearDeliveries,
  type Job,
  openQueuePool,
  replayTokensAtStart,
  reportUnreadable,
  jobs as serviceJobs,
  startDeliveries,
} from '@carillon/service'
import { Logger as QueueLogger, type Runner, run, type WorkerEvents, type WorkerPool } from 'graphile-worker'
import { type ClassLimits, limitClasses } from './classes.ts'
import type { Metrics } from './metrics.ts'
import { type QueueWatch, watchQueue } from './queue-watch.ts'
import { startRecurring } from './recurring.ts'
import { createShares, type Shares } from './shares.ts'
import { makeTasks } from './tasks.ts'

export interface Worker {
  /** Whether the worker takes jobs and can end them. */
  isWorking(): boolean
  /**
   * Stops taking jobs, waits for calls that cannot be interrupted (for at most 20 s for those of the queue's jobs), and
   * returns the other jobs to the queue.
   */
  close(): Promise<void>
}

type Jobs = Readonly<Record<string, Job>>

/**
 * Creates a logger for the queue's own errors and warnings; jobs log their own end. The warning about fewer connections
 * than jobs, which has their number as `concurrency`, is omitted, because jobs use other connections.
 */
function queueLogger(context: Context): QueueLogger {
  return new QueueLogger(() => (level, message, meta = {}) => {
    if (level === 'error') context.log.error({ detail: message }, 'queue error')
    if (level === 'warning' && !('concurrency' in meta)) context.log.warn({ detail: message }, 'queue warning')
  })
}

export interface WorkerOptions {
  /** Jobs that replace the service's own, for tests and measurements. */
  jobs?: Jobs
  /**
   * Called at the end of each job of the queue; not of those with `everySeconds` or `due`, which do not use the queue.
   */
  observeJob?: Metrics['observeJob']
  /**
   * Called if other workers may take over this process's jobs, or it takes no more jobs. The process must then exit.
   */
  onLost(): void
}

/** Milliseconds that running jobs have to end after the queue has stopped unexpectedly. */
const lastJobsMs = 3_000

/**
 * Milliseconds after which a free slot tries to take a job on its own. Slots are woken by hints, and every few seconds
 * by one query about the whole queue, so that they need not poll one by one.
 */
const slotPollMs = 300_000

/**
 * Milliseconds that each fetch of a job waits while any organization or network has used up its share of the slots for
 * calls. Otherwise every new job would wake the free slots, which would query the queue for jobs that may not start.
 */
const fullShareMs = 50

/** Milliseconds within which the queue has to stop when the worker is closed. */
const stopMs = 20_000

/**
 * Returns the flags of jobs that may not start now, because their organization, network or class has as many slots as
 * it may have. Counts the fetch of a job that begins with it.
 */
async function flagsOfFull(shares: Shares, classes: ClassLimits): Promise<string[]> {
  let full = shares.full(classes.inFlight())
  if (full.some((flag) => flag.startsWith('call:'))) {
    // Without this pause, each new job that may not start would cause a query.
    await sleep(fullShareMs)
    full = shares.full(classes.inFlight())
  }
  // The classes come last, as they count the fetch that begins.
  return [...full, ...classes.full()]
}

/** Reports to the watch that the queue has ended by itself. */
function reportEnd(context: Context, runner: Runner, watch: QueueWatch): void {
  runner.promise.then(
    () => watch.stopped('the queue ended'),
    (error: unknown) => {
      context.log.error({ err: error }, 'queue failed')
      watch.stopped('the queue failed')
    },
  )
}

/** The running queue of a worker. */
interface Queue {
  events: WorkerEvents
  runner: Runner
  watch: QueueWatch
  /** Wakes as many free slots, so that each of them tries to take a job. */
  nudge(slots: number): void
  /** Releases the worker's lease, and closes the connections. Call it after the runner has stopped. */
  close(): Promise<void>
}

type QueueOptions = Required<Pick<WorkerOptions, 'jobs' | 'onLost'>> & {
  draining: AbortSignal
  observeJob: WorkerOptions['observeJob']
}

/** Starts to take jobs from the queue, under a lease, and calls `onLost` when that ends. */
async function startQueue(context: Context, { jobs, draining, observeJob, onLost }: QueueOptions): Promise<Queue> {
  const { concurrency } = context.config.worker
  const events: WorkerEvents = new EventEmitter()
  const classes = limitClasses({ concurrency, events, classOf: (task) => jobs[task]?.class })
  const shares = createShares(concurrency)
  let slots: WorkerPool | undefined
  events.on('pool:create', ({ workerPool }) => {
    slots = workerPool
  })
  const onStopped = (reason: string) => {
    context.log.error({ detail: reason }, 'queue stopped')
    setTimeout(onLost, lastJobsMs).unref()
  }
  const watch = watchQueue({ events, concurrency, onStopped })
  const connections = openQueuePool(context)
  const isAlive = Promise.withResolvers<void>()
  const runner = await run({
    events,
    pgPool: connections.pool,
    concurrency,
    noHandleSignals: true,
    taskList: makeTasks(context, jobs, { draining, shares, observeJob }),
    async forbiddenFlags() {
      // Other workers would release a job that is taken before the lease, and run it as well.
      await isAlive.promise
      return flagsOfFull(shares, classes)
    },
    // The service queues recurring jobs itself.
    parsedCronItems: [],
    pollInterval: slotPollMs,
    logger: queueLogger(context),
    // Jobs that end in the same turn are removed from the queue by one statement.
    preset: { worker: { completeJobBatchDelay: 0 } },
  })
  const lease = await acquireWorkerLease(context, { name: slots?.id ?? '', onLost })
  isAlive.resolve()
  reportEnd(context, runner, watch)
  const close = () => lease.release().then(() => connections.close())
  return { events, runner, watch, nudge: (count) => slots?.nudge(count), close }
}

/**
 * Starts a worker, which runs jobs and webhook deliveries in the background until it is closed. The database has to be
 * reachable and migrated. First stores the refreshed tokens that an earlier process kept in files because the database
 * failed; after 10 s, the worker starts and this continues in the background.
 * @param options `jobs` replaces the service's jobs, for tests; `observeJob` is called at the end of each job of the
 *   queue; `onLost` is called when the worker takes no more jobs or others may take over its jobs: the process must
 *   then exit
 */
export async function startWorker(
  context: Context,
  { jobs = serviceJobs, observeJob, onLost }: WorkerOptions,
): Promise<Worker> {
  await replayTokensAtStart(context)
  const reporting = reportUnreadable(context).catch((error: unknown) =>
    context.log.warn({ err: error }, 'stored credentials not checked'),
  )
  const draining = new AbortController()
  const { signal } = draining
  const { events, runner, watch, ...queue } = await startQueue(context, { jobs, draining: signal, observeJob, onLost })
  const recurring = await startRecurring(context, {
    jobs,
    draining: signal,
    onLook(waiting) {
      const slots = watch.looked(waiting)
      if (slots > 0) queue.nudge(slots)
    },
  })
  events.on('pool:listen:notification', recurring.noteWork)
  events.on('job:start', recurring.noteWork)
  const background = [hearDeliveries(context), startDeliveries(context), recurring]
  return {
    isWorking: () => watch.isWorking(),
    async close() {
      watch.close()
      // First, so that this worker does not take the jobs that it returns to the queue.
      const stopped = runner.stop().catch((error: unknown) => context.log.warn({ err: error }, 'queue not stopped'))
      draining.abort()
      await Promise.all(background.map((each) => each.close()))
      await Promise.all([Promise.race([stopped, sleep(stopMs, undefined, { ref: false })]), reporting])
      await queue.close()
    },
  }
}
