import type { Schedule } from '@carillon/client'
import { localIn } from '../../data/schedules/zoned-time.ts'

/** A schedule at its place in the calendar, by the clocks of the calendar's zone. */
export interface Placed {
  schedule: Schedule
  /** Such as 2026-12-24. */
  day: string
  /** From 0 to 23. */
  hour: number
  /** Such as 18:05. */
  time: string
}

/** Finds the place of each schedule. Those that were cancelled have none. */
export function placedIn(schedules: readonly Schedule[], timeZone: string): Placed[] {
  return schedules
    .filter(({ status }) => status !== 'cancelled')
    .map((schedule) => {
      const [day = '', time = ''] = localIn(schedule.publishAt.instant, timeZone).split('T')
      return { schedule, day, hour: Number(time.slice(0, 2)), time }
    })
}

/** The schedules by what `keyOf` says of them, in their order. */
export function groupedBy(placed: readonly Placed[], keyOf: (one: Placed) => string): ReadonlyMap<string, Placed[]> {
  return Map.groupBy(placed, keyOf)
}
