import {
  addJobs,
  hasWaitingWrites,
  type NewJob,
  type Tx,
  takeWaitingWrites,
  transaction,
  tryLockUntilEnd,
  type UnqueuedWrite,
  wakeRetryingWrites,
} from '@carillon/database'
import type { Context } from '../context.ts'
import { jobOfWrite, nextPart } from './transition.ts'

/**
 * Job: queues jobs for waiting writes: due writes that are stored in `external_write` without a job, because their
 * organization or platform had too many jobs in the queue. Records in this process whether any exist, so that
 * `queueNextWrites` need not query. Returns the number of jobs queued; 0 if another process is doing this.
 */
export async function queueWaitingWrites(context: Context): Promise<number> {
  const { waitingWrites } = context.state
  waitingWrites.exist = await hasWaitingWrites(context.db, context.now())
  if (!waitingWrites.exist) return 0
  return transaction(context.db, async (tx) => {
    if (!(await tryLockUntilEnd(tx, 'sweep', 'waiting writes'))) return 0
    const waiting = await takeWaitingWrites(tx, context.now())
    // They are due from now on: jobs that are in the queue already go first, however long these have been waiting.
    await addJobs(tx, jobsOf(context, waiting))
    return waiting.length
  })
}

function jobsOf({ kindOf }: Context, writes: readonly UnqueuedWrite[]): NewJob[] {
  return writes.map((write) => jobOfWrite(write, { part: nextPart(kindOf(write.kind), write.payload) }))
}

/**
 * Makes the writes of an account that wait for a retry due at once, at most 500, and queues their jobs in the caller's
 * transaction. Called when the account has been connected again.
 */
export async function wakeWritesOf(context: Context, tx: Tx, accountId: string): Promise<void> {
  const woken = await wakeRetryingWrites(tx, { accountId, now: context.now() })
  await addJobs(tx, jobsOf(context, woken))
}

/**
 * Queues jobs for waiting writes (those stored without a job because the queue was full). Called after each job that
 * carries out a write; does nothing unless `queueWaitingWrites` last found any in this process. Only one call per
 * process runs at a time. A failure is logged, not thrown, because a job also does this every second.
 */
export async function queueNextWrites(context: Context): Promise<void> {
  const { waitingWrites } = context.state
  if (!waitingWrites.exist || waitingWrites.isQueueing) return
  waitingWrites.isQueueing = true
  try {
    await queueWaitingWrites(context)
  } catch (error) {
    context.log.warn({ err: error }, 'waiting writes not queued')
  } finally {
    waitingWrites.isQueueing = false
  }
}
