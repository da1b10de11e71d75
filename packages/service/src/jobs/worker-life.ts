import { acquireLease, findDueWork, type Lease, openRepeatingPool, releaseDeadPools } from '@carillon/database'
import { sessionUrlOf } from '../config/session-url.ts'
import { type Checkpoint, type Context, checkpoints, copyCheckpoints, scheduleCheckpoints } from '../context.ts'
import { replaySpool } from '../credentials/token-spool.ts'
import { listUnreadable } from '../operator/unreadable-credentials.ts'
import { createFailoverWatch } from '../process-state/failover-watch.ts'

/**
 * Holds the lock that shows other workers that this one is alive. `onLost` must end the process: other workers then
 * take its jobs.
 */
export function acquireWorkerLease(
  context: Context,
  { name, onLost }: { name: string; onLost(): void },
): Promise<Lease> {
  context.worker.name = name
  return acquireLease({ url: sessionUrlOf(context.config), name, log: context.log, onLost })
}

/** Connections of a worker to its queue: one that listens, and those that take and end jobs. */
const queueConnections = 3

/** How long in ms a worker waits for one of them: longer than a statement may take that holds one. */
const queueWaitMs = 20_000

/**
 * graphile-worker's statements that end jobs. Repeated, they find no job of this worker any more. When one of them
 * fails, graphile-worker takes no further job, so a lost connection or a lock must not make them fail.
 */
const endsJobs = /^\s*(?:with j as \(\s*)?(?:delete from|update) \S+\._private_jobs\b/
/**
 * Those that store and read the names of its tasks, once. When one of them fails, graphile-worker keeps the error and
 * takes no job either.
 */
const namesTasks = /^(?:insert into|select id, identifier from) \S+\._private_tasks\b/
const repeatForMs = 60_000

export interface QueuePool {
  pool: Context['pool']
  close(): Promise<void>
}

/**
 * Opens the database connections on which a worker listens for jobs, takes them and ends them, until it closes. They do
 * not wait for the disk: when the server crashes, a job that was taken or ended just before is run again, and rows
 * decide what is left to do. What a job stores is stored on other connections. They go to `DATABASE_SESSION_URL`,
 * because connections of a transaction-mode pooler cannot listen.
 */
export function openQueuePool({ config, counters, log }: Context): QueuePool {
  const pool = openRepeatingPool({
    url: sessionUrlOf(config),
    log,
    max: queueConnections,
    connectTimeoutMs: queueWaitMs,
    synchronousCommit: 'off',
    epoch: createFailoverWatch({ config, counters, log }),
    repeated: { matches: (text) => endsJobs.test(text) || namesTasks.test(text), forMs: repeatForMs },
  })
  return { pool, close: () => pool.end() }
}

/** Finds out which recurring work there is, and how many jobs can be taken, as far as this worker has slots. */
export function lookForWork(context: Context): ReturnType<typeof findDueWork> {
  return findDueWork(context.db, { now: context.now(), max: context.config.worker.concurrency })
}

/** Returns the jobs of crashed workers to the queue. */
export async function reapWorkers(context: Context): Promise<void> {
  const count = await releaseDeadPools(context.db)
  if (count > 0) context.log.warn({ count }, 'jobs of dead workers released')
}

/** Stores refreshed tokens that a process could not store. Returns how many. */
export function replayTokens(context: Context): Promise<number> {
  return replaySpool(context.db, { files: context.tokenSpool, log: context.log })
}

/** How long in ms a worker that starts may wait for the spool. */
const replayAtStartMs = 10_000

/**
 * Stores refreshed tokens before a worker takes jobs, so that none uses a token that was replaced. A spool that does not
 * respond must not keep it from its jobs: after `maxMs` it goes on, and what is left is stored meanwhile.
 */
export async function replayTokensAtStart(context: Context, maxMs = replayAtStartMs): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(() => {
    context.log.warn({}, 'spooled tokens not processed yet, starting without them')
    late.resolve()
  }, maxMs)
  const replayed = replayTokens(context).catch((error: unknown) =>
    context.log.error({ err: error }, 'spooled tokens not processed'),
  )
  await Promise.race([replayed, late.promise])
  clearTimeout(timer)
}

const crashSignals = { kill: 'SIGKILL', freeze: 'SIGSTOP' } as const

/**
 * For fault tests: ends the process at the named checkpoint without warning, or suspends it there with
 * `<checkpoint>:freeze`. Without a setting it does nothing.
 */
export function crashAt(setting: string | undefined): (checkpoint: Checkpoint) => void {
  if (!setting) return () => {}
  const [name, how = 'kill'] = setting.split(':')
  const signal = Object.entries(crashSignals).find(([key]) => key === how)?.[1]
  const known = [...checkpoints, ...copyCheckpoints, ...scheduleCheckpoints]
  if (!signal || !known.some((checkpoint) => checkpoint === name))
    throw new Error(`CRASH_AT is not a checkpoint: ${setting}`)
  return (checkpoint) => {
    if (checkpoint === name) process.kill(process.pid, signal)
  }
}

/** Logs some of the accounts whose credentials none of the configured keys decrypts. */
export async function reportUnreadable(context: Context): Promise<void> {
  for (const accountId of await listUnreadable(context, 5)) {
    context.log.error({ accountId }, 'stored credentials cannot be decrypted with ENCRYPTION_KEYS')
  }
}
