import { listDueBefore } from '@carillon/database'
import type { Context } from '../context.ts'
import { holdSchedule } from './change-schedule.ts'
import { problems } from './problems.ts'

const batch = 200

/**
 * Sets all schedules of a restored database that have the status `scheduled` and a past due time to `held`, because the
 * installation from which the backup was taken may have published them. Stores the event `schedule.held` for each.
 * Returns their number.
 */
export async function holdRestored(context: Context): Promise<number> {
  let count = 0
  for (;;) {
    const rows = await listDueBefore(context.db, { before: context.now(), max: batch })
    for (const row of rows) if (await holdSchedule(context, row, problems.restored())) count++
    if (rows.length < batch) return count
  }
}
