import { addJob, type Db, type DueWork, type NewJob, queueRecurring } from '@carillon/database'
import type { Platform } from '@carillon/domain'

/**
 * The classes of jobs. `call`: calls to networks that a client waits for. `fetch`: reads that refresh stored data, and
 * media downloaded from clients' URLs. `background`: everything that can wait. The value is the share of a worker's
 * slots that jobs of the class may use together (at least one), so that a backlog of one class does not delay the
 * others.
 */
export const jobClasses = { call: 1, fetch: 0.25, background: 0.125 } as const

export type JobClass = keyof typeof jobClasses

/** The kinds of owners between which the slots of a worker are shared. */
export type Sharing = 'organization' | 'network'

/** The organization and platform for which a job runs. */
export interface JobOwner {
  organizationId: string
  platform: Platform
}

/**
 * Returns the flags of a queued job, by which workers limit how many jobs of a class, an organization and a platform
 * run at once: for the class `call`, they are `call`, `call:organization:<id>` and `call:network:<platform>`. Without
 * an owner, only the class.
 */
export function flagsOf(name: JobClass, owner?: JobOwner): string[] {
  if (!owner) return [name]
  return [name, `${name}:organization:${owner.organizationId}`, `${name}:network:${owner.platform}`]
}

export interface JobRow {
  class: JobClass
  /** The name of the payload's only field, which contains an id or a ciphertext. Without it, the payload is empty. */
  payload?: string
  /** Jobs with the same key and id replace each other as long as they have not started. Requires `payload`. */
  key?: string
  /** The maximum number of attempts; 25 with growing pauses if absent. */
  maxAttempts?: number
  /** Minutes between two runs of a recurring job, of which one worker queues each. Requires no `payload`. */
  everyMinutes?: number
  /** The minute after each full hour from which `everyMinutes` counts; 0 if absent. */
  fromMinute?: number
  /** Seconds between two runs in each worker process. */
  everySeconds?: number
  /**
   * The kind of due work that starts the job. Each worker process queries every few seconds whether such work exists,
   * and then runs the job; with `everySeconds`, at most once in this time.
   */
  due?: DueWork
  /** Whether the job also runs once when a worker starts. Requires `everySeconds`. */
  atStart?: boolean
}

/** All jobs, keyed by name. To add a job, add a row here and its function in `jobs`. */
const jobRows = {
  'write.run': { class: 'call', payload: 'writeId', key: 'write' },
  // A write whose media have to be fetched first. It shares its key with `write.run`, which follows it.
  'write.fetch': { class: 'fetch', payload: 'writeId', key: 'write' },
  'writes.sweep': { class: 'background', everySeconds: 15, due: 'overdue writes', atStart: true },
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
  'push.renew': { class: 'background', everyMinutes: 60, fromMinute: 23 },
  'webhook.normalize': { class: 'fetch', payload: 'batchId' },
  // Ten hours with the queue's pauses, in which the network recovers from most outages.
  'grant.revoke': { class: 'background', payload: 'grant', maxAttempts: 11 },
  // Half an hour, as Meta limits how often a number can be deregistered within three days.
  'number.deregister': { class: 'background', payload: 'grant', maxAttempts: 8 },
  'user.delete': { class: 'background', payload: 'code', key: 'user' },
  'token.refresh': { class: 'background', payload: 'accountId', key: 'token', maxAttempts: 1 },
  'tokens.refresh': { class: 'background', everyMinutes: 5 },
  'tokens.replay': { class: 'background', everySeconds: 60 },
  // Behind a pooler, connections outlive those to the server, and so may what is known of the server and its standbys.
  'epoch.compare': { class: 'background', everySeconds: 15 },
  'workers.reap': { class: 'background', due: 'taken jobs' },
  // Events that a process left behind when it died.
  'events.number': { class: 'background', due: 'events' },
  'deliveries.begin': { class: 'background', due: 'due deliveries' },
  // Those that were created in the moment in which their endpoint was disabled or deleted.
  'deliveries.cancel': { class: 'background', due: 'ended deliveries' },
  'audit.close': { class: 'background', everySeconds: 20, due: 'audit entries' },
  'audit.heads': { class: 'background', everyMinutes: 60, fromMinute: 7 },
  'accounts.warn': { class: 'background', everyMinutes: 10 },
  // Publishes of the current hour by outcome, for the status page.
  'status.count': { class: 'background', everyMinutes: 15 },
  // What would be retried by a clock that was ahead and was put back. Together with others, so that workers rest longer.
  'waits.shorten': { class: 'background', everyMinutes: 10 },
  'retention.run': { class: 'background', everyMinutes: 10 },
  // Queues those with `everyMinutes`.
  'jobs.recur': { class: 'background', everySeconds: 20 },
} as const satisfies Record<string, JobRow>

export type JobName = keyof typeof jobRows

/** The names of jobs whose payload is not empty: its only field contains an id or a ciphertext. */
export type JobOfId = { [N in JobName]: (typeof jobRows)[N] extends { payload: string } ? N : never }[JobName]

/** Returns the settings of a job, such as its class and schedule, in a type that is the same for all jobs. */
export function jobRow(name: JobName): JobRow {
  return jobRows[name]
}

/** Queues the jobs with `everyMinutes` that no worker has queued since their time came. */
export function queueRecurringJobs({ db }: { db: Db }): Promise<void> {
  const rows = Object.entries<JobRow>(jobRows)
  const recurring = rows.flatMap(([name, { everyMinutes, fromMinute = 0 }]) =>
    everyMinutes === undefined ? [] : [{ name, everyMinutes, fromMinute }],
  )
  return queueRecurring(db, recurring)
}

interface JobFor {
  id: string
  /** The earliest start of the job; at once if absent. */
  runAt?: Date
  /** The owner whose share of a worker's slots the job uses. If absent, only the limit of its class applies. */
  owner?: JobOwner
}

/**
 * Builds a job about the object `id` (the only field of its payload, such as the id of an account), to be queued in the
 * same statement as other changes. Queues nothing.
 */
export function jobFor(name: JobOfId, { id, runAt, owner }: JobFor): NewJob {
  const { class: jobClass, payload = 'id', key, maxAttempts } = jobRow(name)
  const options = {
    flags: flagsOf(jobClass, owner),
    ...(key !== undefined && { key: `${key}:${id}` }),
    ...(maxAttempts !== undefined && { maxAttempts }),
    ...(runAt && { runAt }),
  }
  return { name, payload: { [payload]: id }, options }
}

/**
 * Queues a job about the object `id` (the only field of its payload, such as the id of an account). If `db` is a
 * transaction, workers see the job when it commits. A job with a `key` (see `JobRow`) replaces a queued one with the
 * same key and id that has not started.
 */
export function queueJob(db: Db, name: JobOfId, options: JobFor): Promise<void> {
  const job = jobFor(name, options)
  return addJob(db, job.name, job.payload, job.options)
}
