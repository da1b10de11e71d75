import { addDays, daysIn, isDay, monthsBefore } from './days.ts'
import type { Capability } from './facts.ts'

export interface Range {
  startDate: string
  endDate: string
}

/** Which days a report can be read for, from its cell of the capability matrix. All values are numbers of days. */
export interface RangeRules {
  defaultDays: number
  /** How many days before today the default range ends, since newer days have no figures yet. */
  lagDays: number
  /** The maximum length of a range in days; null without one. */
  windowDays: number | null
  /** The maximum number of days by which the first day can precede today; null without one. */
  oldestDays: number | null
}

function numberIn(cell: Capability, name: string): number | null {
  const value = cell ? cell[name] : undefined
  return typeof value === 'number' ? value : null
}

/** The rules of a report, from its cell of the capability matrix; null for a report that takes no days. */
export function rangeRulesOf(cell: Capability): RangeRules | null {
  const defaultDays = numberIn(cell, 'defaultDays')
  if (defaultDays === null) return null
  const lagDays = numberIn(cell, 'lagDays') ?? 1
  return { defaultDays, lagDays, windowDays: numberIn(cell, 'windowDays'), oldestDays: numberIn(cell, 'oldestDays') }
}

/**
 * The rules of the insights of an ad account if `day` is the current one in its time zone: at most 365 days, the first
 * at most 37 months ago.
 */
export function spendRules(day: string): RangeRules {
  const oldestDays = daysIn(monthsBefore(day, 37), day) - 1
  return { defaultDays: 28, lagDays: 1, windowDays: 365, oldestDays }
}

/** The day (YYYY-MM-DD) at `now` (ms since 1970) in an IANA time zone; in UTC if it is null. */
export function today(now: number, timeZone: string | null = null): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: timeZone ?? 'UTC', dateStyle: 'short' }).format(new Date(now))
}

/** The last `days` days that have figures: the range ends `lagDays` before the current day, `day`. */
export function lastDays(days: number, { lagDays }: RangeRules, day: string): Range {
  const endDate = addDays(day, -lagDays)
  return { startDate: addDays(endDate, 1 - days), endDate }
}

/**
 * The first and the last day that can be chosen, if `day` is the current one: the last is the day before; the first is
 * null without a limit.
 */
export function limitsOf({ oldestDays }: RangeRules, day: string): { min: string | null; max: string } {
  return { min: oldestDays === null ? null : addDays(day, -oldestDays), max: addDays(day, -1) }
}

/**
 * The range of the same length that ends the day before `range`; null if the rules do not permit it. `day` is the
 * current day.
 */
export function rangeBefore({ startDate, endDate }: Range, rules: RangeRules, day: string): Range | null {
  const before = { startDate: addDays(startDate, -daysIn(startDate, endDate)), endDate: addDays(startDate, -1) }
  return problemOf(before, rules, day) === null ? before : null
}

const lengths = [7, 28, 60, 90, 180, 365] as const

/** The lengths in days to offer, in ascending order: the usual ones and the default that the rules permit. */
export function presetsOf(rules: RangeRules): number[] {
  const { windowDays, oldestDays, defaultDays, lagDays } = rules
  const longest = Math.min(
    windowDays ?? Number.POSITIVE_INFINITY,
    (oldestDays ?? Number.POSITIVE_INFINITY) - lagDays + 1,
  )
  const fitting = new Set([...lengths, defaultDays].filter((length) => length <= longest))
  return [...fitting].sort((one, other) => one - other)
}

/** A sentence for the user: why the range is invalid if `day` is the current day; null if it is valid. */
export function problemOf({ startDate, endDate }: Range, rules: RangeRules, day: string): string | null {
  if (!isDay(startDate) || !isDay(endDate)) return 'Choose the first and the last day.'
  if (startDate > endDate) return 'The first day is after the last day.'
  const { min, max } = limitsOf(rules, day)
  if (endDate > max) return `The last day can be ${max} at the latest.`
  if (min !== null && startDate < min) return `The first day can be ${min} at the earliest.`
  const days = daysIn(startDate, endDate)
  if (rules.windowDays !== null && days > rules.windowDays) {
    return `The range has ${days} days; the maximum is ${rules.windowDays}.`
  }
  return null
}
