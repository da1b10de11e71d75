import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.ts'

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
 * The SQL expression that queues a job, for use in a larger statement: the job is queued together with the statement's
 * other changes.
 */
export function addJobCall({ name, payload, options }: NewJob): RawBuilder<unknown> {
  return sql`graphile_worker.add_job(
    identifier => ${name},
    payload => ${JSON.stringify(payload)}::json,
    run_at => ${options.runAt ?? null}::timestamptz,
    max_attempts => ${options.maxAttempts ?? 25}::int,
    job_key => ${options.key ?? null}::text,
    job_key_mode => ${options.key ? 'replace' : null}::text,
    priority => ${options.priority ?? null}::int,
    queue_name => ${options.queue ?? null}::text,
    flags => ${options.flags ?? null}::text[]
  )`
}

/** Queues a job in a transaction. Workers see the job when the transaction commits. */
export async function addJob(db: Db, name: string, payload: object, options: JobOptions = {}): Promise<void> {
  await sql`select ${addJobCall({ name, payload, options })}`.execute(db)
}
