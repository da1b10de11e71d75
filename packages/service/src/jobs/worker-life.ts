import { acquireLease, findDueWork, type Lease, openRepeatingPool, releaseDeadPools } from '@carillon/database'
import { sessionUrlOf } from '../config/session-url.ts'
import { type Checkpoint, type Context, checkpoints, copyCheckpoints, scheduleCheckpoints } from '../context.ts'
import { replaySpool } from '../credentials/token-spool.ts'
import { listUnreadableAccounts, listUnreadableEndpoints } from '../operator/unreadable-secrets.ts'
import { createFailoverWatch } from '../process-state/failover-watch.ts'

/**
 * Takes the database lock that shows other workers that this worker is alive, and then sets `context.worker.name`.
 * `release` of the result ends the lock. If it is lost, `onLost` is called, which must end the process, because other
 * workers then take over the jobs of this worker.
 * @param options.name the id of the worker's graphile-worker pool, which is stored with the jobs that it takes
 * @throws the error of the connection if the database cannot be reached
 */
export async function acquireWorkerLease(
  context: Context,
  { name, onLost }: { name: string; onLost(): void },
): Promise<Lease> {
  const lease = await acquireLease({ url: sessionUrlOf(context.config), name, log: context.log, onLost })
  context.worker.name = name
  return lease
}

/** The number of connections of a worker to its queue: one that listens, and those that take and end jobs. */
const queueConnections = 3

/** Milliseconds that a worker waits for one of these connections: longer than a statement on it may take. */
const queueWaitMs = 20_000

/**
 * Matches graphile-worker's statements that end jobs. They can be repeated: the second time, they find no job of this
 * worker. graphile-worker takes no more jobs after one of them fails, so a lost connection or a lock must not make them
 * fail.
 */
const endsJobs = /^\s*(?:with j as \(\s*)?(?:delete from|update) \S+\._private_jobs\b/
/**
 * Matches graphile-worker's statements that store and read the names of its tasks, once. If one of them fails,
 * graphile-worker keeps the error and takes no more jobs.
 */
const namesTasks = /^(?:insert into|select id, identifier from) \S+\._private_tasks\b/
const repeatForMs = 60_000

/**
 * Matches the start of graphile-worker's statement that takes a job; its groups are the text before and after the limit
 * of one job.
 */
const takesJob = /^(with j as \(\s*select [^;]*?\blimit )1(\s+for update)/

interface QueuePool {
  pool: Context['pool']
  close(): Promise<void>
}

/**
 * Opens the database connections on which a worker listens for jobs, takes jobs and records their ends. Close the pool
 * after the worker. The connections use `DATABASE_SESSION_URL`, because a pooler in transaction mode does not support
 * `LISTEN`. Their commits do not wait for the disk: if the server crashes, a job that was just taken or ended runs
 * again, which is safe because the rows it works on show what is left to do. Slots of the worker that become free
 * together take their jobs in one statement.
 */
export function openQueuePool({ config, counters, log }: Context): QueuePool {
  const pool = openRepeatingPool({
    url: sessionUrlOf(config),
    log,
    max: queueConnections,
    connectTimeoutMs: queueWaitMs,
    synchronousCommit: 'off',
    readsInOrder: true,
    epoch: createFailoverWatch({ config, counters, log }),
    repeated: { matches: (text) => endsJobs.test(text) || namesTasks.test(text), forMs: repeatForMs },
    // Slots that become free together take their jobs together. This is safe as no job has a named queue, of which a
    // statement for several jobs could take two.
    taking: {
      matches: (text) => takesJob.test(text),
      takingMany: (text, place) => text.replace(takesJob, `$1$$${place}$2`),
    },
  })
  return { pool, close: () => pool.end() }
}

/**
 * Queries the database for what a worker can do now: `work` lists the kinds of due work (the `due` of job settings),
 * and `jobs` is the number of queued jobs that can be taken, counted up to the number of this worker's slots.
 */
export function lookForWork(context: Context): ReturnType<typeof findDueWork> {
  return findDueWork(context.db, { now: context.now(), max: context.config.worker.concurrency })
}

/**
 * Job: returns the jobs of crashed workers, which no longer hold the lock of `acquireWorkerLease`, to the queue. Does
 * nothing if another process is doing this.
 */
export async function reapWorkers(context: Context): Promise<void> {
  const count = await releaseDeadPools(context.db)
  if (count > 0) context.log.warn({ count }, 'jobs of dead workers released')
}

/**
 * Job: stores the results of token refreshes that a process could not store in the database and left in the token spool
 * (files in `SPOOL_DIR` or the bucket), and deletes their files. A file that fails is logged and kept. Returns the
 * number of results stored.
 */
export function replayTokens(context: Context): Promise<number> {
  return replaySpool(context.db, { files: context.tokenSpool, log: context.log })
}

/** Milliseconds that a starting worker waits for the token spool. */
const replayAtStartMs = 10_000

/**
 * Stores the refreshed tokens of the token spool (files that a process left when the database failed) in the database.
 * A worker awaits this before it takes its first job, so that no job uses a token that has been replaced. After `maxMs`
 * milliseconds (by default 10 s), it resolves and the work continues in the background. Never rejects; failures are
 * logged.
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
 * Builds the checkpoint function of fault-injection tests from the value of `CRASH_AT`: the process kills itself at the
 * named checkpoint, or suspends itself for `<checkpoint>:freeze`. For undefined or an empty string, the function does
 * nothing.
 * @throws Error if `setting` does not name a checkpoint
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

/**
 * Logs the ids of up to five accounts and of up to five webhook endpoints whose credentials, secrets or headers cannot
 * be decrypted with the configured keys; logs nothing if all can be. Called at start. Rejects if the database cannot be
 * read.
 */
export async function reportUnreadable(context: Context): Promise<void> {
  for (const accountId of await listUnreadableAccounts(context, 5)) {
    context.log.error({ accountId }, 'stored credentials cannot be decrypted with ENCRYPTION_KEYS')
  }
  for (const endpointId of await listUnreadableEndpoints(context, 5)) {
    context.log.error({ endpointId }, 'stored webhook secrets cannot be decrypted with ENCRYPTION_KEYS')
  }
}
