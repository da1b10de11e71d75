// Days are strings, YYYY-MM-DD, as in requests and at networks. Their alphabetical order is that of time.

const dayMs = 86_400_000

/** The date formats, keyed by time zone. Creating one takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  formats.set(timeZone, format)
  return format
}

/**
 * Returns the day (YYYY-MM-DD) of a time in a time zone, an IANA name.
 * @throws RangeError for an unknown name
 */
export function dayIn(timeZone: string, at: Date): string {
  return timeZone === 'UTC' ? at.toISOString().slice(0, 10) : formatOf(timeZone).format(at)
}

/**
 * Returns the time at which a day (YYYY-MM-DD) begins in a time zone, an IANA name.
 * @throws RangeError for an unknown name or a day that is not in the calendar
 */
export function startOfDay(day: string, timeZone: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds)
}

/** Returns the day (YYYY-MM-DD) `count` days later, or earlier if `count` is negative. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)
}

/**
 * Returns the same day of the month `count` months earlier, or the last day of that month if it is shorter
 * (YYYY-MM-DD).
 */
export function subtractMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - count, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - count, Math.min(date, lastOfMonth))).toISOString().slice(0, 10)
}

/** Returns the number of days from a first to a last day (YYYY-MM-DD), both included; 0 or less if reversed. */
export function daysIn(startDate: string, endDate: string): number {
  return (Date.parse(endDate) - Date.parse(startDate)) / dayMs + 1
}
