import { markRestoredWrites } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { holdRestored } from '../schedules/hold-restored.ts'

/**
 * Marks every open write of a restored database. The installation from which the backup was taken may have sent these
 * writes since the backup began, so they are only looked up at their network and never sent; a write that is not found
 * ends as `unknown`. A write that is not due yet was not sent. Schedules that have been due since are held.
 */
export async function noteRestore(context: Context, { since }: { since: string }) {
  const from = new Date(since)
  if (Number.isNaN(from.getTime())) {
    throw new ServiceError(
      'invalid_request',
      `"${since}" is not a time; pass --since with one such as 2026-11-22T10:00:00Z.`,
    )
  }
  const writes = await markRestoredWrites(context.db, { from, now: context.now() })
  return { since: from.toISOString(), writes, schedules: await holdRestored(context) }
}
