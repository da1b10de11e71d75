import { type Db, transaction } from '../db.ts'
import { statement, type Values } from '../statements/statement.ts'

/**
 * The options of a job in the queue. By default, it is due at once, has 25 attempts and the priority 0; lower numbers
 * run first.
 */
export interface JobOptions {
  /**
   * The key of the job. The job replaces a waiting job with the same key; a running job with this key ends, but is not
   * run again if it fails. Absent for a job without a key.
   */
  key?: string
  runAt?: Date
  maxAttempts?: number
  priority?: number
  /** Flags by which a worker can skip jobs for a while; none if absent. */
  flags?: readonly string[]
}

/** A job to be queued. `name` is its task. */
export interface NewJob {
  name: string
  payload: object
  options: JobOptions
}

/**
 * The named parameters of the database function `queue_job`, with their types, and a function that returns the value
 * for a job. `docs/decisions/0028-wake-ups-after-the-commit.md` describes the function.
 */
const jobParameters: readonly [name: string, type: string, value: (job: NewJob) => unknown][] = [
  ['task', 'text', ({ name }) => name],
  ['body', 'json', ({ payload }) => JSON.stringify(payload)],
  ['due', 'timestamptz', ({ options }) => options.runAt ?? null],
  ['max_tries', 'int', ({ options }) => options.maxAttempts ?? null],
  ['job_key', 'text', ({ options }) => options.key ?? null],
  ['urgency', 'int', ({ options }) => options.priority ?? null],
  // Always null. A statement that takes several jobs at once could take two jobs of one named queue.
  ['queue', 'text', () => null],
  ['flag_names', 'text[]', ({ options }) => options.flags ?? null],
]

/**
 * Returns an SQL condition for the `where` of a `select` from one row with a boolean column `queued`, such as that of a
 * common table expression that has just stored a write. It is always true and, when it is evaluated, queues a job if
 * `queued` is true. Call `hintJobs` after a statement that has queued the job.
 */
export function queuedText(job: NewJob, values: Values): string {
  return `(not queued or ${jobText(job, values)} is not null)`
}

/**
 * Returns an SQL expression that queues a job together with the other changes of its statement. Call `hintJobs` after
 * the statement.
 */
export function jobText(job: NewJob, values: Values): string {
  const parts = jobParameters.map(([name, type, value]) => `${name} => ${values.add(value(job))}::${type}`)
  return `queue_job(${parts.join(', ')})`
}

/**
 * Announces to workers those of the queued jobs that are due; if `db` is a transaction, after its commit. Call it after
 * the statement that queues the jobs. Workers find jobs that become due later by polls.
 */
export function hintJobs({ hints }: Pick<Db, 'hints'>, jobs: readonly NewJob[]): void {
  const now = Date.now()
  const due = jobs.filter(({ options: { runAt } }) => runAt === undefined || runAt.getTime() <= now)
  if (due.length > 0) hints.jobs(due.length)
}

/** Queues a job. Workers see it when the transaction commits. */
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

/** A job that is queued every `everyMinutes` minutes, counted from the minute `fromMinute` of an hour. */
export interface RecurringJob {
  name: string
  everyMinutes: number
  fromMinute: number
}

// graphile-worker's own recurring jobs go by the clocks of the workers' machines: one that is ahead would keep all
// workers from queuing them, and queue them for a time that does not come. Its table is used, without its order.
const beginDue = statement<{ name: string }>(`
  insert into graphile_worker._private_known_crontabs as known (identifier, known_since, last_execution)
  select name, clock_timestamp(),
    date_bin(make_interval(mins => minutes), clock_timestamp(), timestamptz 'epoch' + make_interval(mins => first))
  from json_to_recordset($1::json) as job(name text, minutes int, first int) order by name
  on conflict (identifier) do update set last_execution = excluded.last_execution
    where known.last_execution is distinct from excluded.last_execution
  returning identifier as name`)

/**
 * Queues those of the jobs whose time, by the clock of the database, has come since they were last queued, and those
 * that never were. Each replaces its earlier run if that has not started.
 */
export function queueRecurring(db: Db, jobs: readonly RecurringJob[]): Promise<void> {
  const given = jobs.map(({ name, everyMinutes, fromMinute }) => ({ name, minutes: everyMinutes, first: fromMinute }))
  return transaction(db, async (tx) => {
    const due = await beginDue(tx, [JSON.stringify(given)])
    await addJobs(
      tx,
      due.map(({ name }) => ({ name, payload: {}, options: { key: name } })),
    )
  })
}
