import { listByOtherRules, type ScheduleRow, transaction, tryLockUntilEnd } from '@carillon/database'
import { instantOf } from '@carillon/domain'
import type { Context } from '../context.ts'
import { changeScheduleNow, loggedSchedule, type ScheduleChange, storedProblem } from './change-schedule.ts'
import { nextLook } from './look-times.ts'
import { problems } from './problems.ts'
import { zoneRules } from './zone-rules.ts'

const batch = 200

interface ZoneRules {
  /** The version of the rules. */
  rules?: string
  resolve?: typeof instantOf
}

/** What newer rules of its zone do to a schedule: usually nothing. */
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
 * Computes the times of schedules again whose zones have newer rules in this process than those by which they were
 * computed. Returns how many were due at another time.
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
      for (const row of rows) {
        const change = changeByRules(row, { rules, resolve, now: context.now() })
        const changed = await changeScheduleNow(context, row, change)
        if (!changed || change.event === undefined) continue
        moved++
        context.log.warn(loggedSchedule(row), 'schedule moved by new rules of its zone')
      }
      if (rows.length < batch) break
    }
    return moved
  })
}
