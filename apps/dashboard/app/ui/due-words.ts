import type { Schedule } from '@carillon/client'
import { cityOf, dayAndTimeIn, isSameClock, viewerZone } from '../data/schedules/zoned-time.ts'

/**
 * When a schedule is due: in its own zone, and in the zone of the viewer if clocks there show another time. A schedule
 * without a zone has the viewer's.
 */
export function dueWords({ instant, timeZone }: Schedule['publishAt'], shownIn: string = viewerZone()): string {
  const there = `${dayAndTimeIn(instant, shownIn)} in ${cityOf(shownIn)}`
  if (timeZone === null || isSameClock(instant, timeZone, shownIn)) return there
  return `${dayAndTimeIn(instant, timeZone)} in ${cityOf(timeZone)} (${there})`
}
