import type { Db } from '../db.ts'

/**
 * Marks the open writes of a database that was restored from a backup, so that their effects are looked for at the
 * networks before anything is sent. Writes that are not due yet cannot have been sent and are not marked. Returns the
 * number of marked writes.
 * @param from when the backup was begun
 * @param now a time at which the lost installation no longer ran
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
