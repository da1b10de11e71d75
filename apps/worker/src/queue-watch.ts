import type { WorkerEvents } from 'graphile-worker'

export interface QueueWatchOptions {
  events: WorkerEvents
  /** The maximum number of jobs that the worker runs at once. */
  concurrency: number
  /** Called once if the queue takes no more jobs although the worker was not closed. */
  onStopped(reason: string): void
  /** Returns milliseconds of a monotonic clock. */
  now?: () => number
}

export interface QueueWatch {
  /**
   * Whether jobs are taken: the queue responded within the last ten seconds, or every slot has a job. False once the
   * watch has ended, also because the queue has stopped.
   */
  isWorking(): boolean
  /**
   * Records the result of a poll: how many jobs can be taken, or null if the database failed. Returns how many slots
   * have to try to take a job: as many, after an error of the queue all of them, and none once the watch has ended.
   */
  looked(waiting: number | null): number
  /** Reports that the queue has stopped, which ends the watch. Does nothing if it has ended. */
  stopped(reason: string): void
  /** Ends the watch. Call it before the worker is closed, so that this does not count as a failure. */
  close(): void
}

/** Milliseconds without a response of the queue after which a worker with a free slot is not ready. */
const readyMs = 10_000

/** The maximum time in ms within which a worker with a free slot must have tried to take a job, successfully or not. */
const aliveMs = 30_000

const checkEveryMs = 5_000

/**
 * Watches whether a worker still takes jobs. Calls `onStopped` if graphile-worker shuts down or cannot read the names
 * of its tasks, or if a slot is free and graphile-worker has not tried to take a job for 30 seconds. After a job that
 * it cannot end, graphile-worker begins a shutdown that may never finish: the process would stay alive, hold its lease
 * and take no job. The caller has to report each poll of the queue with `looked`, and call `close` before it closes the
 * worker.
 * @param options.concurrency the number of slots, that is, of jobs that the worker runs at once
 */
export function watchQueue({
  events,
  concurrency,
  onStopped,
  now = () => performance.now(),
}: QueueWatchOptions): QueueWatch {
  let respondedAt = now()
  let triedAt = now()
  let running = 0
  let isOver = false
  const stopped = (reason: string) => {
    if (isOver) return
    close()
    onStopped(reason)
  }
  const tried = () => {
    triedAt = now()
  }
  const responded = () => {
    respondedAt = now()
    triedAt = respondedAt
  }
  events.on('worker:getJob:start', tried)
  let hasFailed = false
  const errors = new WeakMap<object, unknown>()
  events.on('worker:getJob:error', ({ worker, error }) => {
    tried()
    hasFailed = true
    // The queue reads the ids of its tasks once. If that failed, it never tries again and reports the same error object.
    if (errors.get(worker) === error) stopped('the names of the tasks could not be stored or read')
    errors.set(worker, error)
  })
  events.on('worker:getJob:empty', responded)
  events.on('job:start', () => {
    running++
    responded()
  })
  events.on('job:complete', () => {
    running--
    tried()
  })
  events.on('pool:fatalError', ({ action }) => stopped(`${action} failed`))
  events.on('pool:gracefulShutdown', ({ message }) => stopped(message))
  const timer = setInterval(() => {
    if (running < concurrency && now() - triedAt > aliveMs) stopped('no job was taken although slots are free')
  }, checkEveryMs)
  function close(): void {
    isOver = true
    clearInterval(timer)
  }
  function looked(waiting: number | null): number {
    if (waiting === 0) responded()
    if (waiting === null) tried()
    const slots = hasFailed ? concurrency : (waiting ?? 0)
    hasFailed = false
    return isOver ? 0 : slots
  }
  const isWorking = () => !isOver && (running >= concurrency || now() - respondedAt <= readyMs)
  return { isWorking, looked, stopped, close }
}
