import { addJobs, hasWaitingWrites, takeWaitingWrites, transaction, tryLockUntilEnd } from '@carillon/database'
import type { Context } from '../context.ts'
import { jobOfWrite, nextPart } from './transition.ts'

/**
 * Queues jobs of the writes that wait in their table, as far as their organizations and networks have places in the
 * queue. One process does so at a time. Returns how many jobs were queued.
 */
export async function queueWaitingWrites(context: Context): Promise<number> {
  const { waitingWrites } = context.state
  waitingWrites.exist = await hasWaitingWrites(context.db, context.now())
  if (!waitingWrites.exist) return 0
  return transaction(context.db, async (tx) => {
    if (!(await tryLockUntilEnd(tx, 'sweep', 'waiting writes'))) return 0
    const waiting = await takeWaitingWrites(tx, context.now())
    const jobs = waiting.map((write) => {
      const kind = context.kindOf(write.kind)
      // They are due from now on: jobs that are in the queue already go first, however long these have been waiting.
      return jobOfWrite(write, { part: kind ? nextPart(kind, write.payload) : 'call' })
    })
    await addJobs(tx, jobs)
    return waiting.length
  })
}

/**
 * After the end of a job: queues the next of the writes that wait, if the process knows of any. One call of the process
 * does so at a time. A failure is logged; the job that recurs each second repeats it.
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
