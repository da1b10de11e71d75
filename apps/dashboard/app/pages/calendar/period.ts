import { addDays } from '../../data/days.ts'

export const views = ['month', 'week', 'list'] as const
export type View = (typeof views)[number]

/** The day of the week (0 is Monday) of a day such as 2026-12-24. */
const weekdayOf = (day: string) => (new Date(day).getUTCDay() + 6) % 7

/** The Monday of the week of a day. */
const mondayOf = (day: string) => addDays(day, -weekdayOf(day))

/** The seven days (YYYY-MM-DD) of the week of a day, from Monday on. */
export function weekOf(day: string): string[] {
  const monday = mondayOf(day)
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index))
}

/** The weeks that contain the days of the month of a day, each from Monday on; they include days of adjacent months. */
export function monthOf(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`
  const weeks = [weekOf(first)]
  for (let monday = addDays(mondayOf(first), 7); monday.slice(0, 7) === day.slice(0, 7); monday = addDays(monday, 7)) {
    weeks.push(weekOf(monday))
  }
  return weeks
}

/** The first day of the month that is `count` months after that of `day`, or before it if negative. */
function addMonths(day: string, count: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + count, 1)).toISOString().slice(0, 10)
}

/**
 * A day of the period that is `count` periods after that of `day`, or before it if negative: the first of a month; for
 * a week and the list, the same weekday.
 */
export function stepBy(view: View, day: string, count: number): string {
  return view === 'month' ? addMonths(day, count) : addDays(day, 7 * count)
}

/** The days (YYYY-MM-DD) that a view shows, in order; a month includes the adjacent days of its first and last week. */
export function daysOf(view: 'month' | 'week', day: string): string[] {
  return view === 'month' ? monthOf(day).flat() : weekOf(day)
}

const inUtc = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
const month = inUtc({ month: 'long', year: 'numeric' })
const short = inUtc({ day: 'numeric', month: 'short' })
const whole = inUtc({ day: 'numeric', month: 'short', year: 'numeric' })
const long = inUtc({ weekday: 'long', day: 'numeric', month: 'long' })
const weekday = inUtc({ weekday: 'short' })

/** A day (YYYY-MM-DD) in full, without its year: Thursday 24 December. */
export const dayWords = (day: string): string => long.format(new Date(day)).replace(',', '')

/** The weekday of a day (YYYY-MM-DD) in three letters: Thu. */
export const weekdayWords = (day: string): string => weekday.format(new Date(day))

/**
 * The heading of a period: "December 2026", "21 – 27 Dec 2026", "28 Dec – 3 Jan 2027", or "From 21 Dec 2026" for the
 * list.
 */
export function periodWords(view: View, day: string): string {
  if (view === 'month') return month.format(new Date(day))
  if (view === 'list') return `From ${whole.format(new Date(day))}`
  const days = weekOf(day)
  const [first = day, last = day] = [days[0], days[6]]
  const from = first.slice(0, 7) === last.slice(0, 7) ? String(Number(first.slice(8))) : short.format(new Date(first))
  return `${from} – ${whole.format(new Date(last))}`
}
