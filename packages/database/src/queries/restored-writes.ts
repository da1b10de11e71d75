import type { Db } from '../db.ts'

/**
 * Marks the open writes of a restored database, so that they are looked up on the networks instead of being sent. A write
 * that is not due yet is left alone: the lost installation cannot have sent it. Returns the number of marked writes.
 * @param from when the restored backup began
 * @param now when the lost installation has certainly ended
 */
export async function markRestoredWrites(db: Db, { from, now }: { from: Date; now: Date }): Promise<number> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('externalWrite')
    .set({ restoredFrom: from, changesLostAt: now })
    .where('wakeAt', 'is not', null)
    .where(({ eb, or }) => or([eb('dueAt', 'is', null), eb('dueAt', '<=', now)]))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
