import {
  type ChangedWithSchedule,
  changeSchedule,
  raiseEvents,
  type ScheduleChanges,
  type ScheduleRow,
  type Tx,
  transaction,
} from '@carillon/database'
import type { ScheduleProblem } from '@carillon/domain'
import type { Context } from '../context.ts'
import { newEvent } from '../events/new-event.ts'
import { viewSchedule } from './schedule-view.ts'

export interface ScheduleChange extends ChangedWithSchedule {
  changes: ScheduleChanges
  /** The event that reports the change; it is stored with it. */
  event?: 'schedule.at_risk' | 'schedule.held' | undefined
}

/** Changes a schedule in a transaction that has begun; undefined if it was changed since it was read. */
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

/** Changes a schedule; undefined if it was changed since it was read. */
export function changeScheduleNow(
  context: Context,
  row: ScheduleRow,
  change: ScheduleChange,
): Promise<ScheduleRow | undefined> {
  return transaction(context.db, (tx) => changeScheduleIn(context, tx, row, change))
}

/** A problem as the row stores it. */
export const storedProblem = ({ code, message }: Omit<ScheduleProblem, 'at'>, at: Date): string =>
  JSON.stringify({ code, message, at: at.toISOString() })

/** Holds a schedule that cannot go out: it waits for a release, a change, or its account. */
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

/** The fields of log lines about a schedule. */
export function loggedSchedule({ id, requestId, accountId, platform }: ScheduleRow) {
  return { scheduleId: id, requestId, accountId, platform }
}
