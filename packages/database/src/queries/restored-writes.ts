import type { Db } from '../db.ts'

/**
 * Marks the open writes of a restored database, so that they are looked up on the networks instead of being sent. A write
 * that is not due yet is left alone: the lost installation cannot have sent it. Returns the number of marked writes.
 * @param from when the restored backup began
 * @param now when the lost installation has certainly ended
 */
export async function markRestoredWrites(db: Db, { from, now }: { from: Date; now: Date }): Promise<number> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('external_write')
    .set({ restored_from: from })
    .where('wake_at', 'is not', null)
    .where(({ eb, or }) => or([eb('due_at', 'is', null), eb('due_at', '<=', now)]))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
