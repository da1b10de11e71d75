import { markRestoredWrites } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'

/**
 * Marks every open write of a restored database: since the backup was begun, the installation that it was taken from may
 * have sent it. What is marked is looked for at its network, and never sent; what is not found ends as `unknown`.
 */
export async function noteRestore(context: Context, { since }: { since: string }) {
  const from = new Date(since)
  if (Number.isNaN(from.getTime())) {
    throw new ServiceError('invalid_request', `"${since}" is no time; --since takes one such as 2026-11-22T10:00:00Z.`)
  }
  return { since: from.toISOString(), writes: await markRestoredWrites(context.db, from) }
}
