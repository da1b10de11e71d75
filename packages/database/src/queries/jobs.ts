import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db.ts'

export interface JobOptions {
  /** Another job with this key that has not started yet is replaced. */
  key?: string
  runAt?: Date
  maxAttempts?: number
  priority?: number
  /** Jobs of one queue run one after another. */
  queue?: string
  /** Names by which a worker can leave jobs to others for a while. */
  flags?: readonly string[]
}

/** A job that has yet to be queued. */
export interface NewJob {
  name: string
  payload: object
  options: JobOptions
}

/** The named parameters of graphile-worker's `add_job`, their types, and their values for a job. */
const jobParameters: readonly [name: string, type: string, value: (job: NewJob) => unknown][] = [
  ['identifier', 'text', ({ name }) => name],
  ['payload', 'json', ({ payload }) => JSON.stringify(payload)],
  ['run_at', 'timestamptz', ({ options }) => options.runAt ?? null],
  ['max_attempts', 'int', ({ options }) => options.maxAttempts ?? 25],
  ['job_key', 'text', ({ options }) => options.key ?? null],
  ['job_key_mode', 'text', ({ options }) => (options.key ? 'replace' : null)],
  ['priority', 'int', ({ options }) => options.priority ?? null],
  ['queue_name', 'text', ({ options }) => options.queue ?? null],
  ['flags', 'text[]', ({ options }) => options.flags ?? null],
]

/** The values of a job for `queuedText`. */
export const jobValues = (job: NewJob): unknown[] => jobParameters.map(([, , value]) => value(job))

/**
 * The SQL condition that queues a job and holds, for the only row of a handwritten statement; the job's values begin with
 * the statement's parameter `first`. graphile-worker's function would otherwise plan its statements for each job, which
 * takes longer than they do; the branch makes sure that plans are kept before it is called.
 */
export function queuedText(first: number): string {
  const parts = jobParameters.map(([name, type], at) => `${name} => $${first + at}::${type}`)
  return `case when set_config('plan_cache_mode', 'force_generic_plan', true) is not null
    then (graphile_worker.add_job(${parts.join(', ')})).id is not null end`
}

/**
 * The SQL expression that queues a job, for use in a larger statement: the job is queued together with the statement's
 * other changes.
 */
export function addJobCall(job: NewJob): RawBuilder<unknown> {
  const parts = jobParameters.map(([name, type, value]) => sql`${sql.raw(name)} => ${value(job)}::${sql.raw(type)}`)
  return sql`graphile_worker.add_job(${sql.join(parts)})`
}

/** Queues a job in a transaction. Workers see the job when the transaction commits. */
export async function addJob(db: Db, name: string, payload: object, options: JobOptions = {}): Promise<void> {
  await db.kysely.selectNoFrom(addJobCall({ name, payload, options }).as('job')).execute()
}
