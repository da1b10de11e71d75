import type { Db } from './connect.ts'

/** Marks the open writes of a restored database and returns their number. */
export async function markRestoredWrites(db: Db, from: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('external_write')
    .set({ restored_from: from })
    .where('wake_at', 'is not', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
