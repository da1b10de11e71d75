import { everyDay } from '../../data/days.ts'
import type { DayRow } from './blocks.ts'
import { canBeSummed } from './labels.ts'

const isFigure = (value: unknown): value is number | null => value === null || typeof value === 'number'

/**
 * The names of the figures in the first row, divided into those that have a number on at least one day and those that
 * have none.
 */
export function namesOf(rows: readonly DayRow[]): { reported: string[]; missing: string[] } {
  const [first] = rows
  const names = Object.entries(first ?? {}).flatMap(([name, value]) => (isFigure(value) ? [name] : []))
  const isReported = (name: string) => rows.some((row) => typeof row[name] === 'number')
  return { reported: names.filter(isReported), missing: names.filter((name) => !isReported(name)) }
}

/** The value of the figure `name` for each day of `range`, in order; null where none was reported. */
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

/** The first and the last day of the rows and of `requested` together; empty texts if there are neither. */
export function spanOf(
  rows: readonly DayRow[],
  requested: { startDate: string; endDate: string } | null,
): { startDate: string; endDate: string } {
  const dates = [...rows.map(({ date }) => date), ...(requested ? [requested.startDate, requested.endDate] : [])].sort()
  return { startDate: dates[0] ?? '', endDate: dates.at(-1) ?? '' }
}

/**
 * The sum of a figure over the days that report it; null if no day does, or its values must not be added up, such as
 * those of unique users.
 */
export function sumOf(rows: readonly DayRow[], name: string): number | null {
  const values = rows.map((row) => row[name]).filter((value) => typeof value === 'number')
  if (values.length === 0 || !canBeSummed(name)) return null
  return values.reduce((sum, value) => sum + value, 0)
}

/**
 * For each list in the first row, such as the activity by hour: the list of the last row in which it is not empty. Rows
 * are in the order of days; lists that are empty on all days are left out.
 */
export function newestList(rows: readonly DayRow[]): { date: string; name: string; list: unknown[] }[] {
  const names = Object.entries(rows[0] ?? {}).flatMap(([name, value]) => (Array.isArray(value) ? [name] : []))
  return names.flatMap((name) => {
    const row = rows.findLast((one) => Array.isArray(one[name]) && one[name].length > 0)
    const list = row?.[name]
    return row && Array.isArray(list) ? [{ date: row.date, name, list }] : []
  })
}
