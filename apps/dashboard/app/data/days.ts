const dayMs = 86_400_000

/** Whether a text is a day of the calendar (YYYY-MM-DD): 2026-02-31 is not. */
export function isDay(text: string | null): text is string {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))) return false
  return new Date(text).toISOString().startsWith(text)
}

/** The day (YYYY-MM-DD) `count` days later, or earlier if `count` is negative. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)
}

/** The same day of the month `count` months earlier; the last day of that month if it is shorter. */
export function monthsBefore(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - count, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - count, Math.min(date, lastOfMonth))).toISOString().slice(0, 10)
}

/** The number of days of a range (YYYY-MM-DD), the first and the last included. */
export function daysIn(startDate: string, endDate: string): number {
  return Math.round((Date.parse(endDate) - Date.parse(startDate)) / dayMs) + 1
}

/**
 * An entry for each day of a range, in order, the last day included; `row` is undefined where `rows` has none, so that
 * a chart shows a gap.
 */
export function everyDay<Row extends { date: string }>(
  rows: readonly Row[],
  { startDate, endDate }: { startDate: string; endDate: string },
): { date: string; row: Row | undefined }[] {
  const known = new Map(rows.map((row) => [row.date, row]))
  return Array.from({ length: Math.max(0, daysIn(startDate, endDate)) }, (_, index) => {
    const date = addDays(startDate, index)
    return { date, row: known.get(date) }
  })
}

const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** A day (YYYY-MM-DD) without its year, for an axis: 21 Nov. */
export function shortDay(day: string): string {
  return short.format(new Date(day))
}
