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
const dayMs = 86_400_000

class Watch implements QueueWatch {
  readonly #options: Omit<QueueWatchOptions, 'now'>
  readonly #now: () => number
  readonly #timer: NodeJS.Timeout
  #respondedAt: number
  #triedAt: number
  #running = 0
  #isOver = false
  #hasFailed = false
  /** The last error of each slot. */
  readonly #errors = new WeakMap<object, unknown>()

  constructor({ now = () => performance.now(), ...options }: QueueWatchOptions) {
    this.#options = options
    this.#now = now
    this.#respondedAt = now()
    this.#triedAt = now()
    this.#timer = setInterval(() => this.#check(), checkEveryMs)
    this.#listen(options.events)
  }

  #listen(events: WorkerEvents): void {
    events.on('worker:getJob:start', () => this.#tried())
    events.on('worker:getJob:error', ({ worker, error }) => this.#failed(worker, error))
    events.on('worker:getJob:empty', () => this.#responded())
    events.on('job:start', () => {
      this.#running++
      this.#responded()
    })
    events.on('job:complete', () => {
      this.#running--
      this.#tried()
    })
    events.on('pool:fatalError', ({ action }) => this.stopped(`${action} failed`))
    events.on('pool:gracefulShutdown', ({ message }) => this.stopped(message))
    // Its timer for recurring jobs, although it has none, then fires a thousand times a second.
    events.on('cron:prematureTimer', ({ currentTimestamp, expectedTimestamp }) => {
      if (expectedTimestamp - currentTimestamp > dayMs) this.stopped('the clock of the machine was put back by weeks')
    })
  }

  #tried(): void {
    this.#triedAt = this.#now()
  }

  #responded(): void {
    this.#respondedAt = this.#now()
    this.#triedAt = this.#respondedAt
  }

  #failed(slot: object, error: unknown): void {
    this.#tried()
    this.#hasFailed = true
    // The queue reads the ids of its tasks once. If that failed, it never tries again and reports the same error object.
    if (this.#errors.get(slot) === error) this.stopped('the names of the tasks could not be stored or read')
    this.#errors.set(slot, error)
  }

  #check(): void {
    const isFree = this.#running < this.#options.concurrency
    if (isFree && this.#now() - this.#triedAt > aliveMs) this.stopped('no job was taken although slots are free')
  }

  isWorking(): boolean {
    const isFull = this.#running >= this.#options.concurrency
    return !this.#isOver && (isFull || this.#now() - this.#respondedAt <= readyMs)
  }

  looked(waiting: number | null): number {
    if (waiting === 0) this.#responded()
    if (waiting === null) this.#tried()
    const slots = this.#hasFailed ? this.#options.concurrency : (waiting ?? 0)
    this.#hasFailed = false
    return this.#isOver ? 0 : slots
  }

  stopped(reason: string): void {
    if (this.#isOver) return
    this.close()
    this.#options.onStopped(reason)
  }

  close(): void {
    this.#isOver = true
    clearInterval(this.#timer)
  }
}

/**
 * Watches whether a worker still takes jobs. Calls `onStopped` if graphile-worker shuts down or cannot read the names
 * of its tasks, or if a slot is free and graphile-worker has not tried to take a job for 30 seconds. After a job that
 * it cannot end, graphile-worker begins a shutdown that may never finish: the process would stay alive, hold its lease
 * and take no job. The caller has to report each poll of the queue with `looked`, and call `close` before it closes the
 * worker.
 * @param options.concurrency the number of slots, that is, of jobs that the worker runs at once
 */
export function watchQueue(options: QueueWatchOptions): QueueWatch {
  return new Watch(options)
}
