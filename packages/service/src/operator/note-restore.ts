import { markRestoredWrites, noteRestoredEpoch } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { holdRestored } from '../schedules/hold-restored.ts'

/**
 * Marks every open write (one that has not ended) of a database that was restored from a backup, except those that are
 * not due yet, and holds all schedules whose time has passed. The former installation may have sent these writes after
 * the backup began, so marked writes are only looked up at their network and never sent; a write that is not found
 * there ends as `unknown`. Schedules that existed are looked up when they are published, as they may have been released
 * after the backup. Run it before workers start. Returns how many writes were marked and how many schedules were
 * held.
 * @param options.since the time at which the backup began, in ISO 8601
 * @throws ServiceError `invalid_request` if `since` is not a time, or in the future
 */
export async function noteRestore(context: Context, { since }: { since: string }) {
  const from = new Date(since)
  if (Number.isNaN(from.getTime())) {
    throw new ServiceError(
      'invalid_request',
      `"${since}" is not a time; pass --since with one such as 2026-11-22T10:00:00Z.`,
    )
  }
  const now = context.now()
  if (from > now) {
    const message = `${from.toISOString()} is in the future; pass --since with the time at which the backup began.`
    throw new ServiceError('invalid_request', message)
  }
  await noteRestoredEpoch(context.db, { from, at: now })
  const writes = await markRestoredWrites(context.db, { from, now })
  return { since: from.toISOString(), writes, schedules: await holdRestored(context) }
}
