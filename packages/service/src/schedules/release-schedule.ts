import { type ScheduleRow, transactionInTurn } from '@carillon/database'
import type { Context } from '../context.ts'
import type { Request, UseCase } from '../request.ts'
import { requireAccount } from '../scope.ts'
import { changeScheduleIn, lockedWith, type ScheduleChange } from './change-schedule.ts'
import { changeOpenSchedule, requireSchedule } from './find-schedule.ts'
import { budgetOf, ownBudget } from './requested-schedule.ts'
import { scheduleOutput } from './schedule-view.ts'
import { requireUsable } from './scheduled-post.ts'
import { startSchedule } from './start-schedule.ts'
import { keyRejection } from './store-schedule.ts'

type Releasing = Request<'schedules.release'>

/**
 * Returns how the budgets of a schedule, and the key to which it belongs, change if it is released on another day than
 * planned or by another key; null if they do not.
 */
function changeFor(row: ScheduleRow, { grant }: Releasing, now: Date): ScheduleChange | null {
  const { keyId, budget } = row
  const own = ownBudget(row, grant)
  if (keyId === null || own !== undefined) {
    return { changes: { keyId: grant.keyId }, budget: { takes: own, due: now } }
  }
  if (budget === null || row.budgetDay === now.toISOString().slice(0, 10)) return null
  return { changes: {}, budget: { takes: { keyId, budget }, due: now } }
}

/**
 * Changes the budgets as `changeFor` says and turns the schedule into a publish, in one transaction; undefined if the
 * schedule was changed meanwhile.
 */
function start(context: Context, row: ScheduleRow, { request, now }: { request: Releasing; now: Date }) {
  const change = changeFor(row, request, now)
  const reportPublish = (publishId: string | null) => request.reportPublish?.(publishId)
  // A released schedule is not late, so a planned start is dropped.
  if (change === null) return startSchedule(context, { ...row, startAt: null }, { now, reportPublish })
  return transactionInTurn(context.db, lockedWith(row, budgetOf(request.grant)), async (tx) => {
    const changed = await changeScheduleIn(context, tx, row, change)
    return changed && startSchedule(context, { ...changed, startAt: null }, { now, db: tx, reportPublish })
  })
}

/**
 * Publishes at once a schedule that is held or due later. The response does not wait for the outcome of the publish.
 * @throws ServiceError `schedule_not_found`, also if the schedule and its publish were deleted meanwhile at a user's
 *   request to delete all data; `precondition_failed` if `If-Match` names another version, `schedule_taken` if it is
 *   neither scheduled nor held, `budget_exhausted`; `account_not_found`, `connection_expired` or a billing code if its
 *   account cannot publish; `unauthorized` if the key was deleted
 */
export const releaseSchedule: UseCase<'schedules.release'> = async (context, request) => {
  try {
    await changeOpenSchedule(context, request, async (row) => {
      await requireUsable(context, await requireAccount(context, request.grant, row.accountId))
      return start(context, row, { request, now: await context.databaseNow() })
    })
    const row = await requireSchedule(context, request, request.input.params.scheduleId)
    return scheduleOutput(context, 200, row)
  } catch (error) {
    throw keyRejection(error, context.now()) ?? error
  }
}
