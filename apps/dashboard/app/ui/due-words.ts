import type { Schedule } from '@carillon/client'
import { cityOf, dayAndTimeIn, isSameClock, viewerZone } from '../data/schedules/zoned-time.ts'

/**
 * When a schedule is due, in words: in its own time zone, followed in brackets by the zone `shownIn` (the browser's by
 * default) if clocks there show another time. Only in `shownIn` if the schedule has no zone.
 */
export function dueWords({ instant, timeZone }: Schedule['publishAt'], shownIn: string = viewerZone()): string {
  const there = `${dayAndTimeIn(instant, shownIn)} in ${cityOf(shownIn)}`
  if (timeZone === null || isSameClock(instant, timeZone, shownIn)) return there
  return `${dayAndTimeIn(instant, timeZone)} in ${cityOf(timeZone)} (${there})`
}
