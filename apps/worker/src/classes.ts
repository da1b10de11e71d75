import { keysOf } from '@carillon/errors'
import { type JobClass, jobClasses } from '@carillon/service'
import type { Worker, WorkerEvents } from 'graphile-worker'
import { slotsOf } from './shares.ts'

export interface ClassOptions {
  /** The maximum number of jobs that the worker process runs at once. */
  concurrency: number
  events: WorkerEvents
  classOf(task: string): JobClass | undefined
}

export interface ClassLimits {
  /**
   * Returns the classes that the next fetch of a job may not return. Call it once before each fetch. A fetch in flight
   * counts as a job of each class that it may return, so that a limit is never exceeded.
   */
  full(): JobClass[]
  /** Returns the number of fetches in flight. */
  inFlight(): number
}

/**
 * Limits how many of a worker's `concurrency` slots jobs of one class may use, to its share in `jobClasses`, so that
 * other classes are not delayed: before each fetch of a job, `full` returns the classes whose limit is reached.
 * `classOf` returns the class of a job name; undefined for jobs that belong to none, which have no limit.
 */
export function limitClasses({ concurrency, events, classOf }: ClassOptions): ClassLimits {
  // A class that may use every slot needs no limit besides the worker's own.
  const limited = keysOf(jobClasses).filter((name) => jobClasses[name] < 1)
  const running = new Map<JobClass, number>()
  const queried: (readonly JobClass[])[] = []
  const fetching = new Map<Worker, readonly JobClass[]>()
  const limitOf = (name: JobClass) => slotsOf(name, concurrency)
  const count = (task: string, change: number) => {
    const name = classOf(task)
    if (name !== undefined) running.set(name, (running.get(name) ?? 0) + change)
  }
  events.on('worker:getJob:start', ({ worker }) => fetching.set(worker, queried.shift() ?? limited))
  events.on('worker:getJob:empty', ({ worker }) => fetching.delete(worker))
  events.on('worker:getJob:error', ({ worker }) => fetching.delete(worker))
  events.on('job:start', ({ worker, job }) => {
    fetching.delete(worker)
    count(job.task_identifier, 1)
  })
  events.on('job:complete', ({ job }) => count(job.task_identifier, -1))
  return {
    full() {
      const inFlight = [...queried, ...fetching.values()]
      const used = (name: JobClass) =>
        (running.get(name) ?? 0) + inFlight.filter((allowed) => allowed.includes(name)).length
      const full = limited.filter((name) => used(name) >= limitOf(name))
      queried.push(limited.filter((name) => !full.includes(name)))
      return full
    },
    inFlight: () => queried.length + fetching.size,
  }
}
