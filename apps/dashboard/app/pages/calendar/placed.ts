import type { Schedule } from '@carillon/client'
import { localIn } from '../../data/schedules/zoned-time.ts'

/** A schedule with its day, hour and time in the calendar's time zone. */
export interface Placed {
  schedule: Schedule
  /** Such as 2026-12-24. */
  day: string
  /** From 0 to 23. */
  hour: number
  /** Such as 18:05. */
  time: string
}

/** Determines the place of each schedule in an IANA time zone, in the same order; cancelled schedules are left out. */
export function placedIn(schedules: readonly Schedule[], timeZone: string): Placed[] {
  return schedules
    .filter(({ status }) => status !== 'cancelled')
    .map((schedule) => {
      const [day = '', time = ''] = localIn(schedule.publishAt.instant, timeZone).split('T')
      return { schedule, day, hour: Number(time.slice(0, 2)), time }
    })
}

/** The schedules grouped by the result of `keyOf`, in the same order within each group. */
export function groupedBy(placed: readonly Placed[], keyOf: (one: Placed) => string): ReadonlyMap<string, Placed[]> {
  return Map.groupBy(placed, keyOf)
}
