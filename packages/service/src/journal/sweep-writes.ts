import { addJob, listOverdueWrites, transaction, tryLockUntilEnd } from '@carillon/database'
import type { Context } from '../context.ts'
import { jobOfWrite, secondsFrom } from './transition.ts'

/** Seconds by which a job may be late before its write counts as forgotten. */
const graceSeconds = 10
const batch = 500

/**
 * Queues a job for every open write whose wake-up time has passed, so that a lost job loses no write. One process
 * sweeps at a time. Returns how many jobs were queued.
 */
export function sweepWrites(context: Context): Promise<number> {
  return transaction(context.db, async (tx) => {
    if (!(await tryLockUntilEnd(tx, 'sweep', 'external writes'))) return 0
    const overdue = await listOverdueWrites(tx, secondsFrom(context.now(), -graceSeconds), batch)
    // The job for network calls hands a write that has media to fetch to the other job.
    for (const write of overdue) {
      const { name, payload, options } = jobOfWrite(write, { part: 'call' })
      await addJob(tx, name, payload, options)
    }
    if (overdue.length > 0) context.log.warn({ count: overdue.length }, 'writes resumed')
    return overdue.length
  })
}
