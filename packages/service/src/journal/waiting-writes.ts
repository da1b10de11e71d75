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
 * Job: queues jobs for writes that wait in their table because their organization or platform had too many jobs in the
 * queue. Records in this process whether there were any, for `queueNextWrites`. Returns the number of jobs queued; 0 if
 * another process is doing this.
 */
export async function queueWaitingWrites(context: Context): Promise<number> {
  const { waitingWrites } = context.state
  waitingWrites.exist = await hasWaitingWrites(context.db, context.now())
  if (!waitingWrites.exist) return 0
  return transaction(context.db, async (tx) => {
    if (!(await tryLockUntilEnd(tx, 'sweep', 'waiting writes'))) return 0
    const waiting = await takeWaitingWrites(tx, context.now())
    // They are due from now on: jobs that are in the queue already go first, however long these have been waiting.
    await addJobs(
      tx,
      waiting.map((write) => jobOf(context, write)),
    )
    return waiting.length
  })
}

function jobOf(context: Context, write: UnqueuedWrite): NewJob {
  const kind = context.kindOf(write.kind)
  return jobOfWrite(write, { part: kind ? nextPart(kind, write.payload) : 'call' })
}

/**
 * Ends the waiting of open writes of an account that wait for a retry, at most 500: makes them due at once, and queues
 * their jobs in the transaction of the caller.
 */
export async function wakeWritesOf(context: Context, tx: Tx, accountId: string): Promise<void> {
  const woken = await wakeRetryingWrites(tx, { accountId, now: context.now() })
  await addJobs(
    tx,
    woken.map((write) => jobOf(context, write)),
  )
}

/**
 * Queues waiting writes after the end of a job, if this process knows that there are any. Only one call per process
 * runs at a time. A failure is logged, because a job does the same every second.
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
