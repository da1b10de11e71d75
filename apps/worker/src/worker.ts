import { EventEmitter } from 'node:events'
import {
  type Context,
  holdWorkerLease,
  type Job,
  reapWorkers,
  recurring,
  replayTokens,
  jobs as serviceJobs,
  sweepEverySeconds,
  sweepWrites,
} from '@carillon/service'
import { parseCronItems, Logger as QueueLogger, run, type WorkerEvents } from 'graphile-worker'
import type { Metrics } from './metrics.ts'
import { makeTasks } from './tasks.ts'

const reapEveryMs = 700

export interface Worker {
  /** Stops taking jobs, lets a call that cannot be taken back end, and gives the rest back. */
  close(): Promise<void>
}

/** Repeats `work` until stopped, never twice at a time; failures are logged and tried again. */
function every(ms: number, context: Context, name: string, work: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    running = work()
      .catch((error: unknown) => context.log.warn({ task: name, err: error }, 'recurring work failed'))
      .finally(() => {
        busy = false
      })
  }, ms)
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Only what the queue finds wrong is worth a line; each job logs its own end. */
function queueLogger(context: Context): QueueLogger {
  return new QueueLogger(() => (level, message) => {
    if (level === 'error') context.log.error({ detail: message }, 'queue error')
    if (level === 'warning') context.log.warn({ detail: message }, 'queue warning')
  })
}

export interface WorkerOptions {
  /** Other jobs in the place of the service's own, for measurements. */
  jobs?: Readonly<Record<string, Job>>
  /** Told of the end of every job. */
  observeJob?: Metrics['observeJob']
  /** Called when others may take this process's jobs: it must exit then. */
  onLost(): void
}

/** Runs jobs until closed. */
export async function startWorker(
  context: Context,
  { jobs = serviceJobs, observeJob, onLost }: WorkerOptions,
): Promise<Worker> {
  await replayTokens(context)
  const draining = new AbortController()
  const events: WorkerEvents = new EventEmitter()
  let poolId = ''
  events.on('pool:create', ({ workerPool }) => {
    poolId = workerPool.id
  })
  const runner = await run({
    events,
    pgPool: context.pool,
    concurrency: context.config.worker.concurrency,
    noHandleSignals: true,
    taskList: makeTasks(context, jobs, { draining: draining.signal, observeJob }),
    parsedCronItems: parseCronItems(recurring.map((item) => ({ ...item, options: { jobKey: item.task } }))),
    pollInterval: 1_000,
    logger: queueLogger(context),
  })
  const lease = await holdWorkerLease(context, { name: poolId, onLost })
  runner.promise.catch((error: unknown) => {
    context.log.error({ err: error }, 'queue failed')
    onLost()
  })
  const stops = [
    every(reapEveryMs, context, 'reap', () => reapWorkers(context)),
    every(sweepEverySeconds * 1000, context, 'sweep', () => sweepWrites(context)),
  ]
  await sweepWrites(context)
  return {
    async close() {
      // First, so that what running jobs give back is not taken up here again.
      const stopped = runner.stop()
      draining.abort()
      await Promise.all(stops.map((stop) => stop()))
      await stopped
      await lease.release()
    },
  }
}
