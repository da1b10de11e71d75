import { addJob, type Db, type DueWork, type NewJob } from '@carillon/database'
import type { Platform } from '@carillon/domain'

/**
 * The main activity of a job. `call`: calls to social networks that a client waits for. `fetch`: reads that keep a copy
 * up to date, and media that are fetched from a caller's URL. `background`: everything that can wait. The value is the
 * share of a worker's concurrency that jobs of the class may use, at least one slot, so that a backlog of one class
 * does not delay the others.
 */
export const jobClasses = { call: 1, fetch: 0.5, background: 0.25 } as const

export type JobClass = keyof typeof jobClasses

/** The owners between which the slots of a worker are shared. */
export type Sharing = 'organization' | 'network'

/** For whom a job runs. */
export interface JobOwner {
  organizationId: string
  platform: Platform
}

/** The flags by which workers limit a job: its class, its organization and its network. */
export function flagsOf(name: JobClass, owner?: JobOwner): string[] {
  if (!owner) return [name]
  return [name, `${name}:organization:${owner.organizationId}`, `${name}:network:${owner.platform}`]
}

export interface JobRow {
  class: JobClass
  /** The payload's only field, which holds an id or a ciphertext; without it the payload is empty. */
  payload?: string
  /** Jobs of the same key and id replace each other as long as they have not started. Requires `payload`. */
  key?: string
  /** Jobs of one queue run one after another over all workers. */
  queue?: string
  /** How often the job is tried; 25 times with growing pauses if absent. */
  maxAttempts?: number
  /** When the job recurs, as a cron expression in UTC. */
  cron?: string
  /** Seconds between two runs in each worker process, for what recurs too often for cron. */
  everySeconds?: number
  /** Each worker process runs the job when it finds such work, for which it looks each second. */
  due?: DueWork
  /** The job also runs once while a worker starts. Requires `everySeconds`. */
  atStart?: boolean
}

/** Every job by its name. A new job is a row here and its function in `jobs`; the worker knows no job by name. */
const jobRows = {
  'write.run': { class: 'call', payload: 'writeId', key: 'write' },
  // A write whose media have to be fetched first. It shares its key with `write.run`, which follows it.
  'write.fetch': { class: 'fetch', payload: 'writeId', key: 'write' },
  'writes.sweep': { class: 'background', everySeconds: 15, atStart: true },
  'writes.queue': { class: 'background', due: 'waiting writes' },
  'schedules.take': { class: 'background', due: 'due schedules' },
  'schedules.look': { class: 'background', due: 'schedules to look at' },
  'schedules.zones': { class: 'background', everySeconds: 3600, atStart: true },
  'comments.sync': { class: 'fetch', payload: 'copyId', key: 'comments', maxAttempts: 10 },
  'comments.posts': { class: 'fetch', payload: 'accountId', key: 'comment-posts', maxAttempts: 3 },
  'comments.newest': { class: 'fetch', payload: 'accountId', key: 'newest-comments', maxAttempts: 3 },
  'signup.resume': { class: 'call', payload: 'sessionId', key: 'signup-session', maxAttempts: 10 },
  'signup.finish': { class: 'call', payload: 'accountId', key: 'signup', maxAttempts: 8 },
  'push.subscribe': { class: 'call', payload: 'accountId', key: 'push', maxAttempts: 8 },
  // Subscriptions that failed, were made long ago, or were not made by an earlier version.
  'push.renew': { class: 'background', cron: '23 * * * *' },
  'webhook.normalize': { class: 'fetch', payload: 'batchId' },
  'grant.revoke': { class: 'background', payload: 'grant', maxAttempts: 5 },
  'number.deregister': { class: 'background', payload: 'grant', maxAttempts: 5 },
  'user.delete': { class: 'background', payload: 'code', key: 'user' },
  'token.refresh': { class: 'background', payload: 'accountId', key: 'token', maxAttempts: 1 },
  'tokens.refresh': { class: 'background', cron: '*/5 * * * *' },
  'tokens.replay': { class: 'background', everySeconds: 60 },
  'workers.reap': { class: 'background', due: 'taken jobs' },
  // Events that a process left behind when it died.
  'events.number': { class: 'background', due: 'events' },
  'deliveries.begin': { class: 'background', due: 'due deliveries' },
  // Those that were created in the moment in which their endpoint was disabled or deleted.
  'deliveries.cancel': { class: 'background', due: 'ended deliveries' },
  'audit.close': { class: 'background', everySeconds: 20 },
  'audit.heads': { class: 'background', cron: '7 * * * *' },
  'accounts.warn': { class: 'background', cron: '*/10 * * * *' },
  // Publishes of the current hour by outcome, for the status page.
  'status.count': { class: 'background', cron: '*/15 * * * *' },
  'retention.run': { class: 'background', cron: '*/10 * * * *' },
} as const satisfies Record<string, JobRow>

export type JobName = keyof typeof jobRows

/** The jobs whose payload is an id. */
export type JobOfId = { [N in JobName]: (typeof jobRows)[N] extends { payload: string } ? N : never }[JobName]

/** The row of a job, with its literal types widened. */
export function jobRow(name: JobName): JobRow {
  return jobRows[name]
}

export interface JobFor {
  id: string
  /** When the job starts at the earliest; at once if absent. */
  runAt?: Date
  /** The owner whose share of a worker's slots the job uses; if absent, only the limit of its class applies. */
  owner?: JobOwner
}

/** A job for one id, to be queued in the same statement as other changes. */
export function jobFor(name: JobOfId, { id, runAt, owner }: JobFor): NewJob {
  const { class: jobClass, payload = 'id', key, queue, maxAttempts } = jobRow(name)
  const options = {
    flags: flagsOf(jobClass, owner),
    ...(key !== undefined && { key: `${key}:${id}` }),
    ...(queue !== undefined && { queue }),
    ...(maxAttempts !== undefined && { maxAttempts }),
    ...(runAt && { runAt }),
  }
  return { name, payload: { [payload]: id }, options }
}

/** Queues a job for one id in a transaction. Workers see the job when the transaction commits. */
export function queueJob(db: Db, name: JobOfId, options: JobFor): Promise<void> {
  const job = jobFor(name, options)
  return addJob(db, job.name, job.payload, job.options)
}
