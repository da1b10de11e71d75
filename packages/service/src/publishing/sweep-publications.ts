import { addJob, listOverdue, transaction, tryLockUntilEnd } from '@carillon/database'
import type { Context } from '../context.ts'
import { secondsFrom } from './run.ts'

/** Jobs may be late by this much before their publication counts as forgotten. */
const graceSeconds = 10
const batch = 500

/**
 * Queues a job again for every publication whose time to be looked at has passed: whatever happens to the queue, the
 * table brings it back. One process does it at a time.
 */
export function sweepPublications(context: Context): Promise<number> {
  return transaction(context.db, async (tx) => {
    if (!(await tryLockUntilEnd(tx, 'sweep', 'publications'))) return 0
    const overdue = await listOverdue(tx, secondsFrom(context.now(), -graceSeconds), batch)
    for (const publishId of overdue) {
      await addJob(tx, 'publication.run', { publishId }, { key: `publication:${publishId}` })
    }
    if (overdue.length > 0) context.log.warn({ count: overdue.length }, 'publications taken up again')
    return overdue.length
  })
}
