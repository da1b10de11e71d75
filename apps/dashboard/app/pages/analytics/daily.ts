import { everyDay } from '../../data/days.ts'
import type { DayRow } from './blocks.ts'
import { canBeSummed } from './labels.ts'

const isFigure = (value: unknown): value is number | null => value === null || typeof value === 'number'

/** The names of the figures that rows by day have. */
export function namesOf(rows: readonly DayRow[]): { reported: string[]; missing: string[] } {
  const [first] = rows
  const names = Object.entries(first ?? {}).flatMap(([name, value]) => (isFigure(value) ? [name] : []))
  const isReported = (name: string) => rows.some((row) => typeof row[name] === 'number')
  return { reported: names.filter(isReported), missing: names.filter((name) => !isReported(name)) }
}

/** A value for each day from the first to the last; null where none was reported. */
export function valuesOf(
  rows: readonly DayRow[],
  name: string,
  range: { startDate: string; endDate: string },
): { date: string; value: number | null }[] {
  return everyDay(rows, range).map(({ date, row }) => {
    const value = row?.[name]
    return { date, value: typeof value === 'number' ? value : null }
  })
}

/** The days that the rows span, including those of `requested`. */
export function spanOf(
  rows: readonly DayRow[],
  requested: { startDate: string; endDate: string } | null,
): { startDate: string; endDate: string } {
  const dates = [...rows.map(({ date }) => date), ...(requested ? [requested.startDate, requested.endDate] : [])].sort()
  return { startDate: dates[0] ?? '', endDate: dates.at(-1) ?? '' }
}

/** The sum of a figure over the days that have it; null if it must not be added up or no day has it. */
export function sumOf(rows: readonly DayRow[], name: string): number | null {
  const values = rows.map((row) => row[name]).filter((value) => typeof value === 'number')
  if (values.length === 0 || !canBeSummed(name)) return null
  return values.reduce((sum, value) => sum + value, 0)
}

/** The list of a name on the newest day that has one, such as the activity by hour. */
export function newestList(rows: readonly DayRow[]): { date: string; name: string; list: unknown[] }[] {
  const names = Object.entries(rows[0] ?? {}).flatMap(([name, value]) => (Array.isArray(value) ? [name] : []))
  return names.flatMap((name) => {
    const row = rows.findLast((one) => Array.isArray(one[name]) && one[name].length > 0)
    const list = row?.[name]
    return row && Array.isArray(list) ? [{ date: row.date, name, list }] : []
  })
}
