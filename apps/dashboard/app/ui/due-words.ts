import type { Schedule } from '@carillon/client'
import { cityOf, dayAndTimeIn, isSameClock, viewerZone } from '../data/schedules/zoned-time.ts'

/**
 * When a schedule is due, in words: in the zone `shownIn` (the browser's by default). If the schedule has a zone whose
 * clocks show another time, that zone comes first, and `shownIn` follows in brackets.
 */
export function dueWords({ instant, timeZone }: Schedule['publishAt'], shownIn: string = viewerZone()): string {
  const there = `${dayAndTimeIn(instant, shownIn)} in ${cityOf(shownIn)}`
  if (timeZone === null || isSameClock(instant, timeZone, shownIn)) return there
  return `${dayAndTimeIn(instant, timeZone)} in ${cityOf(timeZone)} (${there})`
}
