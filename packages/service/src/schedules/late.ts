import type { ScheduleRow } from '@carillon/database'
import type { Context } from '../context.ts'
import { loggedSchedule, type ScheduleChange, storedProblem } from './change-schedule.ts'
import { problems } from './problems.ts'

const minuteMs = 60_000

/**
 * Returns whether a schedule that has not been published at the time `at` is late: more than `lateMinutes` past
 * `dueAt`.
 */
export function isLate({ dueAt, lateMinutes }: Pick<ScheduleRow, 'dueAt' | 'lateMinutes'>, at: Date): boolean {
  return at.getTime() > dueAt.getTime() + lateMinutes * minuteMs
}

/**
 * Returns the change of a late schedule, with its event, that its `onLate` requires: `hold` sets it to `held`, `fail`
 * sets it to `failed` and refunds its budget. Undefined for `publish`. Does not check that the schedule is late: call
 * it only if `isLate` is true.
 * @param at the time at which the lateness was found, stored with the problem
 */
export function lateChange(row: ScheduleRow, at: Date): ScheduleChange | undefined {
  const problem = storedProblem(problems.late(row), at)
  switch (row.lateThen) {
    case 'publish':
      return undefined
    case 'fail':
      return { changes: { status: 'failed', problem, lookAt: null }, budget: 'give-back', event: 'schedule.at_risk' }
    case 'hold':
      return { changes: { status: 'held', problem, lookAt: null, startAt: null }, event: 'schedule.held' }
    default:
      return row.lateThen satisfies never
  }
}

/** Logs that a schedule was held or has failed because it was late. */
export function logLate(context: Context, row: ScheduleRow): void {
  const what = row.lateThen === 'fail' ? 'schedule failed' : 'schedule held'
  context.log.warn({ ...loggedSchedule(row), code: 'late' }, what)
}
