import {
  type BudgetTake,
  type ChangedWithSchedule,
  changeSchedule,
  type LockedFirst,
  raiseEvents,
  type ScheduleChanges,
  type ScheduleRow,
  type Tx,
  transactionInTurn,
} from '@carillon/database'
import type { ScheduleProblem } from '@carillon/domain'
import type { Context } from '../context.ts'
import { newEvent } from '../events/new-event.ts'
import { viewSchedule } from './schedule-view.ts'

/** A change of a schedule, with the files, budget and event that are changed or stored with it. */
export interface ScheduleChange extends ChangedWithSchedule {
  changes: ScheduleChanges
  /** The type of the event that reports the change, stored with it; undefined for a change without an event. */
  event?: 'schedule.at_risk' | 'schedule.held' | undefined
}

/**
 * Changes a schedule and stores its event in the caller's transaction. Returns the changed row. Returns undefined,
 * without a change, if since `row` was read the schedule or its account was changed, or its key was deleted.
 * @throws an error that `keyRejection` converts if the budget that the change uses is used up, or its key was deleted
 */
export async function changeScheduleIn(
  context: Context,
  tx: Tx,
  row: ScheduleRow,
  { changes, event, ...beside }: ScheduleChange,
): Promise<ScheduleRow | undefined> {
  const at = context.now()
  const changed = await changeSchedule(tx, row, { updatedAt: at, ...changes }, beside)
  if (changed && event) {
    await raiseEvents(tx, [
      newEvent(changed, { type: event, id: changed.id, at, data: viewSchedule(context, changed) }),
    ])
  }
  return changed
}

/**
 * Returns the row that a change of a schedule locks, for `transactionInTurn`: that of the API key if the change affects
 * its budget, which other schedules use as well; otherwise that of the schedule.
 * @param takes the budget that the change may use; undefined for none
 */
export function lockedWith({ id, keyId, budget }: ScheduleRow, takes?: BudgetTake): LockedFirst {
  const budgetOf = takes?.keyId ?? (budget === null ? null : keyId)
  return budgetOf === null ? ['schedule', id] : ['apiKey', budgetOf]
}

/**
 * Changes a schedule and stores its event in a transaction of its own. Returns the changed row. Returns undefined,
 * without a change, if since `row` was read the schedule or its account was changed, or its key was deleted.
 * @throws the errors of `changeScheduleIn` and `transactionInTurn`
 */
export function changeScheduleNow(
  context: Context,
  row: ScheduleRow,
  change: ScheduleChange,
): Promise<ScheduleRow | undefined> {
  return transactionInTurn(context.db, lockedWith(row), (tx) => changeScheduleIn(context, tx, row, change))
}

/** Formats a problem of a schedule as the JSON that the row stores. */
export const storedProblem = ({ code, message }: Omit<ScheduleProblem, 'at'>, at: Date): string =>
  JSON.stringify({ code, message, at: at.toISOString() })

/**
 * Sets a schedule that cannot be published to `held`, and stores the problem and the event `schedule.held`. The
 * schedule stays held until it is released, gets a new time or is cancelled, or its account is disconnected. A schedule
 * that is held because its connection has expired is also published if the account is reconnected in time. Returns the
 * changed row; undefined, without a change, if since `row` was read the schedule or its account was changed, or its key
 * was deleted.
 */
export async function holdSchedule(
  context: Context,
  row: ScheduleRow,
  problem: Omit<ScheduleProblem, 'at'>,
): Promise<ScheduleRow | undefined> {
  const changes = {
    status: 'held',
    problem: storedProblem(problem, context.now()),
    lookAt: null,
    startAt: null,
  } as const
  const held = await changeScheduleNow(context, row, { changes, event: 'schedule.held' })
  if (held) context.log.warn({ ...loggedSchedule(row), code: problem.code }, 'schedule held')
  return held
}

/** Returns the fields of log lines about a schedule: `scheduleId`, `requestId`, `accountId` and `platform`. */
export function loggedSchedule({ id, requestId, accountId, platform }: ScheduleRow) {
  return { scheduleId: id, requestId, accountId, platform }
}
