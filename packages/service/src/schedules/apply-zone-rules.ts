import { listByOtherRules, type ScheduleRow, transaction, tryLockUntilEnd } from '@carillon/database'
import { instantOf } from '@carillon/domain'
import type { Context } from '../context.ts'
import { budgetRejection } from '../journal/budget-rejection.ts'
import { changeScheduleNow, loggedSchedule, type ScheduleChange, storedProblem } from './change-schedule.ts'
import { nextLook } from './look-times.ts'
import { problems } from './problems.ts'
import { zoneRules } from './requested-schedule.ts'

const batch = 200

interface ZoneRules {
  /** The version of the time zone rules, as in the `zoneRules` column. */
  rules?: string
  resolve?: typeof instantOf
}

/** Returns the change of a schedule by newer rules of its time zone; usually only the version of the rules. */
function changeByRules(row: ScheduleRow, { rules, now, resolve }: Required<ZoneRules> & { now: Date }): ScheduleChange {
  const { localTime, timeZone, dueAt: before, keyId, budget, budgetDay } = row
  if (localTime === null || timeZone === null) return { changes: { zoneRules: null } }
  const { instant, note } = resolve(localTime, timeZone)
  if (instant.getTime() === before.getTime()) return { changes: { zoneRules: rules } }
  const problem = problems.zoneChanged(row, before, instant)
  const isOtherDay = keyId !== null && budget !== null && budgetDay !== instant.toISOString().slice(0, 10)
  return {
    changes: {
      ...{ dueAt: instant, zoneRules: rules, startAt: null, lookAt: nextLook(instant, now) },
      note: note === null ? problem.message : `${problem.message} ${note}`,
      problem: storedProblem(problem, now),
    },
    event: 'schedule.at_risk',
    ...(isOtherDay && { budget: { takes: { keyId, budget }, due: instant } }),
  }
}

/**
 * Stores a change. If the budget of the new day is used up, the schedule keeps its unit of the earlier day's budget.
 */
async function store(context: Context, row: ScheduleRow, change: ScheduleChange): Promise<ScheduleRow | undefined> {
  try {
    return await changeScheduleNow(context, row, change)
  } catch (error) {
    if (budgetRejection(error, context.now()) === undefined) throw error
    const { budget: _, ...others } = change
    return changeScheduleNow(context, row, others)
  }
}

/** Computes the time of a schedule again. Returns whether the result was stored, and whether the time differs. */
async function applyTo(context: Context, row: ScheduleRow, rules: Required<ZoneRules>) {
  try {
    const change = changeByRules(row, { ...rules, now: context.now() })
    const stored = (await store(context, row, change)) !== undefined
    const moved = stored && change.event !== undefined
    if (moved) context.log.warn(loggedSchedule(row), 'schedule moved by new rules of its zone')
    return { stored, moved }
  } catch (error) {
    context.log.error({ ...loggedSchedule(row), err: error }, 'time of schedule not computed again')
    return { stored: false, moved: false }
  }
}

/**
 * Job: computes the times of schedules with the status `scheduled` again that were computed with older time zone rules
 * than those of this process. A schedule that moves gets the problem `time_zone_changed` and an event
 * `schedule.at_risk`. On another day, it uses that day's budget, unless this is used up. Returns the number of
 * schedules that moved; 0, without a change, if another process is doing this. A schedule that fails is logged and
 * retried in the next run. Tests pass other rules.
 * @param options.rules the version of the rules, such as `2026c`; by default that of this process
 * @param options.resolve converts a local time to UTC by these rules
 */
export function applyZoneRules(
  context: Context,
  signal: AbortSignal,
  { rules = zoneRules, resolve = instantOf }: ZoneRules = {},
): Promise<number> {
  return transaction(context.db, async (tx) => {
    if (!(await tryLockUntilEnd(tx, 'sweep', 'zone rules'))) return 0
    let moved = 0
    while (!signal.aborted) {
      const rows = await listByOtherRules(context.db, { rules, max: batch })
      let stored = 0
      for (const row of rows) {
        const applied = await applyTo(context, row, { rules, resolve })
        if (applied.stored) stored++
        if (applied.moved) moved++
      }
      if (rows.length < batch || stored === 0) break
    }
    return moved
  })
}
