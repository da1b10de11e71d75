export const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** The days in which a network counts. A day is a date such as `2026-11-20`; times are in ms since the epoch. */
export interface Calendar {
  /** Returns the day of a time. */
  dayOf(at: number): string
  /** Returns the time at which a day begins. */
  startOf(day: string): number
}

/**
 * Returns the date (YYYY-MM-DD) that is `count` days after the date `day`, or before it if `count` is negative.
 * @throws RangeError if `day` is not a date
 */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
}

/** Returns all dates (YYYY-MM-DD) from `first` to `last`, both inclusive; empty if `last` is before `first`. */
export function daysFrom(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

/** Returns whether a string is the date of an existing day, YYYY-MM-DD. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text
}

export const utcCalendar: Calendar = {
  dayOf: (at) => new Date(at).toISOString().slice(0, 10),
  startOf: (day) => Date.parse(`${day}T00:00:00Z`),
}

const pacificDate = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles', dateStyle: 'short' })

/** The days of California, where midnight is at 7:00 UTC in summer and 8:00 UTC in winter. */
export const pacificCalendar: Calendar = {
  dayOf: (at) => pacificDate.format(at),
  startOf(day) {
    const summer = Date.parse(`${day}T07:00:00Z`)
    return pacificDate.format(summer) === day ? summer : summer + HOUR_MS
  },
}
