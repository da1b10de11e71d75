import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db.ts'
import { statement } from '../statements/statement.ts'

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

/**
 * The named parameters of our function `queue_job`, their types, and their values for a job.
 * `docs/decisions/0028-wake-ups-after-the-commit.md` says what the function does.
 */
const jobParameters: readonly [name: string, type: string, value: (job: NewJob) => unknown][] = [
  ['task', 'text', ({ name }) => name],
  ['body', 'json', ({ payload }) => JSON.stringify(payload)],
  ['due', 'timestamptz', ({ options }) => options.runAt ?? null],
  ['max_tries', 'int', ({ options }) => options.maxAttempts ?? null],
  ['job_key', 'text', ({ options }) => options.key ?? null],
  ['urgency', 'int', ({ options }) => options.priority ?? null],
  ['queue', 'text', ({ options }) => options.queue ?? null],
  ['flag_names', 'text[]', ({ options }) => options.flags ?? null],
]

/** The values of a job for `queuedText`. */
export const jobValues = (job: NewJob): unknown[] => jobParameters.map(([, , value]) => value(job))

/**
 * The SQL condition that queues a job, if the row's column `queued` says so, and holds, for the only row of a handwritten
 * statement; the job's values begin with the statement's parameter `first`.
 */
export function queuedText(first: number): string {
  const parts = jobParameters.map(([name, type], at) => `${name} => $${first + at}::${type}`)
  return `(not queued or queue_job(${parts.join(', ')}) is not null)`
}

/**
 * The SQL expression that queues a job, for use in a larger statement: the job is queued together with the statement's
 * other changes. The caller then calls `hintJobs`.
 */
export function addJobCall(job: NewJob): RawBuilder<unknown> {
  const parts = jobParameters.map(([name, type, value]) => sql`${sql.raw(name)} => ${value(job)}::${sql.raw(type)}`)
  return sql`queue_job(${sql.join(parts)})`
}

/** Wakes up workers for those of the queued jobs that are due. Others are found by the queue's poll. */
export function hintJobs({ hints }: Pick<Db, 'hints'>, jobs: readonly NewJob[]): void {
  const now = Date.now()
  const due = jobs.filter(({ options: { runAt } }) => runAt === undefined || runAt.getTime() <= now)
  if (due.length > 0) hints.jobs(due.length)
}

/** Queues a job in a transaction. Workers see the job when the transaction commits. */
export async function addJob(db: Db, name: string, payload: object, options: JobOptions = {}): Promise<void> {
  await addJobs(db, [{ name, payload, options }])
}

const columnsOfJobs = jobParameters.map(([name, type]) => `${name} ${type}`).join(', ')
const queueAll = statement<object>(`
  select queue_job(${jobParameters.map(([name]) => `${name} => job.${name}`).join(', ')})
  from json_to_recordset($1::json) as job(${columnsOfJobs})`)

/** Queues jobs in one statement. Workers see them when the transaction commits. */
export async function addJobs(db: Db, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return
  const rows = jobs.map((job) =>
    Object.fromEntries(jobParameters.map(([name, , value]) => [name, name === 'body' ? job.payload : value(job)])),
  )
  await queueAll(db, [JSON.stringify(rows)])
  hintJobs(db, jobs)
}
