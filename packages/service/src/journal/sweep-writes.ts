import { addJobs, takeLostWrites, transaction, tryLockUntilEnd } from '@carillon/database'
import type { Context } from '../context.ts'
import { jobOfWrite, secondsFrom } from './transition.ts'

/** Seconds by which a job may be late before its write counts as lost. */
const graceSeconds = 10
const batch = 500

/**
 * Job: queues jobs for open writes (those that have not ended) that are overdue by more than 10 s because their process
 * died or their job was lost, at most 500 in one run. Does nothing if another process is doing this. Returns the number
 * of jobs queued.
 */
export async function sweepWrites(context: Context): Promise<number> {
  // A promotion that no process has noticed yet may have lost changes of these writes.
  await context.pool.compareEpoch()
  // Not `context.now`, which may have been set a moment ago: a clock that is ahead would resume running writes.
  const before = secondsFrom(await context.databaseNow(), -graceSeconds)
  return transaction(context.db, async (tx) => {
    if (!(await tryLockUntilEnd(tx, 'sweep', 'external writes'))) return 0
    const lost = await takeLostWrites(tx, { before, max: batch })
    // The job for network calls hands a write that has media to fetch to the other job.
    const jobs = lost.map((write) => jobOfWrite(write, { part: 'call' }))
    await addJobs(tx, jobs)
    if (lost.length > 0) context.log.warn({ count: lost.length }, 'writes resumed')
    return lost.length
  })
}
