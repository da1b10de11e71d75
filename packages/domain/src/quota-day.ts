import { dayIn } from './calendar-day.ts'

/** A day as a network counts it, and the moment at which the next one begins. */
export interface QuotaDay {
  /** YYYY-MM-DD in the network's time zone. */
  day: string
  resetAt: Date
}

const hourMs = 3_600_000

/** The last computed day of each time zone, in ms: it starts at `from` or earlier and ends at `until`. */
const lastDays = new Map<string, { day: string; from: number; until: number }>()

function findDay(now: number, timeZone: string) {
  const day = dayIn(timeZone, new Date(now))
  // The date changes once in the next 26 hours: close in on that millisecond.
  let before = now
  let after = before + 26 * hourMs
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (dayIn(timeZone, new Date(middle)) === day) before = middle
    else after = middle
  }
  return { day, from: now, until: after }
}

/**
 * The current day of a time zone and its end. Days of 23 and 25 hours, when clocks change, are supported. The end of a
 * day is cached, because computing it takes as long as a query.
 */
export function resetOf(now: Date, timeZone: string): QuotaDay {
  const ms = now.getTime()
  const known = lastDays.get(timeZone)
  const found = known !== undefined && known.from <= ms && ms < known.until ? known : findDay(ms, timeZone)
  lastDays.set(timeZone, found)
  return { day: found.day, resetAt: new Date(found.until) }
}
