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
import { parseCronItems, Logger as QueueLogger, run, type WorkerEvents } from 'graphile-worker'
import { limitClasses } from './classes.ts'
import type { Metrics } from './metrics.ts'
import { watchQueue } from './queue-watch.ts'
import { createShares } from './shares.ts'
import { makeTasks } from './tasks.ts'

export interface Worker {
  /** Whether it takes jobs, and can end them. */
  isWorking(): boolean
  /** Stops taking jobs, waits for calls that cannot be interrupted, and returns the other jobs to the queue. */
  close(): Promise<void>
}

type Jobs = Readonly<Record<string, Job>>

/** Repeats `work` until stopped, never twice at a time; a failure is logged, and the next turn tries again. */
function every(seconds: number, context: Context, name: string, work: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    running = work()
      .catch((error: unknown) => context.log.warn({ task: name, err: error }, 'background task failed'))
      .finally(() => {
        busy = false
      })
  }, seconds * 1000)
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Starts the jobs that recur by the second; the ones marked so run once before this resolves. */
async function startIntervals(context: Context, jobs: Jobs, draining: AbortSignal): Promise<(() => Promise<void>)[]> {
  const stops: (() => Promise<void>)[] = []
  for (const [name, { everySeconds, atStart, run: work }] of Object.entries(jobs)) {
    if (everySeconds === undefined) continue
    if (atStart) await work(context, {}, draining)
    stops.push(every(everySeconds, context, name, () => work(context, {}, draining)))
  }
  return stops
}

/** The jobs that recur by cron; a run that has not started yet is replaced by the next. */
function cronItems(jobs: Jobs) {
  return parseCronItems(
    Object.entries(jobs).flatMap(([task, { cron: match }]) =>
      match === undefined ? [] : [{ task, match, options: { jobKey: task } }],
    ),
  )
}

/**
 * Logs only the queue's own errors and warnings; each job logs its own end. The warning about fewer connections than
 * jobs, which comes with their number as `concurrency`, is omitted: jobs work on other connections.
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
  /** Called at the end of every job. */
  observeJob?: Metrics['observeJob']
  /** Called when other workers may take this process's jobs, or it takes none any more. The process must then exit. */
  onLost(): void
}

/** How long in milliseconds running jobs may take to end after the queue has stopped unexpectedly. */
const lastJobsMs = 3_000

/** Milliseconds in which the queue must stop when the worker is closed. */
const stopMs = 20_000

/** Runs jobs until the worker is closed. */
export async function startWorker(
  context: Context,
  { jobs = serviceJobs, observeJob, onLost }: WorkerOptions,
): Promise<Worker> {
  await replayTokensAtStart(context)
  const reporting = reportUnreadable(context).catch((error: unknown) =>
    context.log.warn({ err: error }, 'stored credentials not checked'),
  )
  const draining = new AbortController()
  const { concurrency } = context.config.worker
  const events: WorkerEvents = new EventEmitter()
  const fullClasses = limitClasses({ concurrency, events, classOf: (task) => jobs[task]?.class })
  const shares = createShares(concurrency)
  let poolId = ''
  events.on('pool:create', ({ workerPool }) => {
    poolId = workerPool.id
  })
  const watch = watchQueue({
    events,
    concurrency,
    onStopped(reason) {
      context.log.error({ detail: reason }, 'queue stopped')
      setTimeout(onLost, lastJobsMs).unref()
    },
  })
  const queue = openQueuePool(context)
  const runner = await run({
    events,
    pgPool: queue.pool,
    concurrency,
    noHandleSignals: true,
    taskList: makeTasks(context, jobs, { draining: draining.signal, shares, observeJob }),
    forbiddenFlags: () => [...(fullClasses() ?? []), ...shares.full()],
    parsedCronItems: cronItems(jobs),
    pollInterval: 1_000,
    logger: queueLogger(context),
    // Jobs that end in the same turn are removed from the queue by one statement.
    preset: { worker: { completeJobBatchDelay: 0 } },
  })
  const lease = await acquireWorkerLease(context, { name: poolId, onLost })
  runner.promise.then(
    () => watch.stopped('the queue ended'),
    (error: unknown) => {
      context.log.error({ err: error }, 'queue failed')
      watch.stopped('the queue failed')
    },
  )
  const stops = await startIntervals(context, jobs, draining.signal)
  const hearing = hearDeliveries(context)
  const deliveries = startDeliveries(context)
  return {
    isWorking: watch.isWorking,
    async close() {
      watch.close()
      // First, so that this worker does not take the jobs that it returns to the queue.
      const stopped = runner.stop().catch((error: unknown) => context.log.warn({ err: error }, 'queue not stopped'))
      draining.abort()
      await Promise.all([hearing.close(), deliveries.close(), ...stops.map((stop) => stop())])
      await Promise.all([Promise.race([stopped, sleep(stopMs, undefined, { ref: false })]), reporting])
      await lease.release()
      await queue.close()
    },
  }
}
