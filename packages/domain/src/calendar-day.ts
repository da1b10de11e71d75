/** Days are text, YYYY-MM-DD, as callers and networks write them; comparing two as text compares them in time. */

const dayMs = 86_400_000

/** Formats by time zone: making one takes a hundred times as long as its use. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  formats.set(timeZone, format)
  return format
}

/** The current day (YYYY-MM-DD) in a time zone. */
export function dayIn(timeZone: string, at: Date): string {
  return timeZone === 'UTC' ? at.toISOString().slice(0, 10) : formatOf(timeZone).format(at)
}

/** When a day (YYYY-MM-DD) begins in a time zone. */
export function startOfDay(day: string, timeZone: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds)
}

/** The day `count` days later, or earlier if `count` is negative. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)
}

/** The same day of the month `count` months earlier, or the last day of that month if it is shorter. */
export function subtractMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - count, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - count, Math.min(date, lastOfMonth))).toISOString().slice(0, 10)
}

/** The number of days in a range, including the first and the last day. */
export function daysIn(startDate: string, endDate: string): number {
  return (Date.parse(endDate) - Date.parse(startDate)) / dayMs + 1
}
