import { listAttempts, readSchedule, transaction, withdrawWrite } from '@carillon/database'
import type { Context } from '../context.ts'
import { ConcurrentUpdateError, dueAt } from '../journal/transition.ts'
import type { Run } from '../journal/write-kind.ts'
import { changeScheduleIn } from './change-schedule.ts'
import { isLate, lateChange, logLate } from './late.ts'

/** The minimum time in ms after which a post can be late. */
const minLateMs = 60_000
const unsent: ReadonlySet<string | null> = new Set(['not_sent', 'absent', 'rejected'])

/** Whether no call of a write can have had an effect. */
async function isUnsent(context: Context, { id, attempt, restoredFrom, changesLostAt }: Run['row']): Promise<boolean> {
  if (restoredFrom !== null || changesLostAt !== null) return false
  return attempt === 0 || (await listAttempts(context.db, id)).every(({ outcome }) => unsent.has(outcome))
}

/**
 * Withdraws the publish of a schedule before its first call if that is later than its `lateMinutes` allow, such as
 * after an outage that began when the schedule had already become a publish. The publish is deleted, and its schedule
 * is held or fails as its `onLate` says. Returns whether that was done. A publish of which something was sent, and one
 * that a user has released, continue.
 * @throws ConcurrentUpdateError if the publish was changed meanwhile
 */
export async function withdrawLate({ context, row }: Run): Promise<boolean> {
  if (row.scheduleId === null || context.now().getTime() <= dueAt(row).getTime() + minLateMs) return false
  const now = await context.databaseNow()
  const schedule = await readSchedule(context.db, row.scheduleId)
  // A schedule that was released has no start.
  if (!schedule || schedule.startAt === null || !isLate(schedule, now)) return false
  const change = lateChange(schedule, now)
  if (change === undefined || !(await isUnsent(context, row))) return false
  await transaction(context.db, async (tx) => {
    const withdrawn = await withdrawWrite(tx, row)
    if (!withdrawn) throw new ConcurrentUpdateError(`write ${row.id} was changed by somebody else`)
    await changeScheduleIn(context, tx, withdrawn, change)
  })
  logLate(context, schedule)
  return true
}
