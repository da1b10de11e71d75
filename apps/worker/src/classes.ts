import { keysOf } from '@carillon/errors'
import { type JobClass, jobClasses } from '@carillon/service'
import type { Worker, WorkerEvents } from 'graphile-worker'
import { slotsOf } from './shares.ts'

export interface ClassOptions {
  /** How many jobs the worker process runs at once. */
  concurrency: number
  events: WorkerEvents
  classOf(task: string): JobClass | undefined
}

/**
 * Keeps jobs of one class from using all slots of a worker. Before each fetch, the queue reads which classes are full.
 * A fetch in flight counts as a job of each class that it may return, so a limit is never exceeded. A job that is
 * skipped for this reason is fetched at the next poll.
 */
export function limitClasses({ concurrency, events, classOf }: ClassOptions): () => JobClass[] | null {
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
  return () => {
    const inFlight = [...queried, ...fetching.values()]
    const used = (name: JobClass) =>
      (running.get(name) ?? 0) + inFlight.filter((allowed) => allowed.includes(name)).length
    const full = limited.filter((name) => used(name) >= limitOf(name))
    queried.push(limited.filter((name) => !full.includes(name)))
    return full.length === 0 ? null : full
  }
}
