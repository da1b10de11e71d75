import { dayIn } from './calendar-day.ts'

/** A day as a network counts it, and the moment at which the next one begins. */
export interface QuotaDay {
  /** YYYY-MM-DD in the network's time zone. */
  day: string
  resetAt: Date
}

const hourMs = 3_600_000

/** The running day of a time zone. Days of 23 and 25 hours, when clocks change, are counted as they are. */
export function resetOf(now: Date, timeZone: string): QuotaDay {
  const day = dayIn(timeZone, now)
  // The date changes once in the next 26 hours: close in on that millisecond.
  let before = now.getTime()
  let after = before + 26 * hourMs
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (dayIn(timeZone, new Date(middle)) === day) before = middle
    else after = middle
  }
  return { day, resetAt: new Date(after) }
}
