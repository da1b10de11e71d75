import type { Db } from './connect.ts'

/**
 * Marks the open writes of a restored database, so that they are looked up on the networks instead of being sent. Returns
 * their number.
 * @param from when the restored backup began
 */
export async function markRestoredWrites(db: Db, from: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('external_write')
    .set({ restored_from: from })
    .where('wake_at', 'is not', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
