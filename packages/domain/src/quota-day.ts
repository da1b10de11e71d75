import { dayIn } from './calendar-day.ts'

/** A day as a network counts it, and the time at which the next day begins. */
interface QuotaDay {
  /** The day in the network's time zone, YYYY-MM-DD. */
  day: string
  resetAt: Date
}

const hourMs = 3_600_000

/** The last computed day, keyed by time zone. It includes the times from `from` until before `until`, in ms. */
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
 * Returns the current day of a time zone and the time at which the next day begins (`resetAt`), also for days of 23 or
 * 25 hours. The result is cached, because computing it takes as long as a database query.
 */
export function resetOf(now: Date, timeZone: string): QuotaDay {
  const ms = now.getTime()
  const known = lastDays.get(timeZone)
  const found = known !== undefined && known.from <= ms && ms < known.until ? known : findDay(ms, timeZone)
  lastDays.set(timeZone, found)
  return { day: found.day, resetAt: new Date(found.until) }
}
