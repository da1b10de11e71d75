import { fieldError, type ServiceError } from '@carillon/errors'
import { addDays, dayIn, daysIn, subtractMonths } from './calendar-day.ts'

/** A range of days: its first and its last day (YYYY-MM-DD). */
export interface DateRange {
  startDate: string
  endDate: string
}

/**
 * The rules of a report for its range of days, from its cell of the capability matrix. An absent maximum is no limit.
 */
export interface DateRangeRules {
  /** The number of days in the default range. */
  defaultDays: number
  /** The number of days before today on which the default range ends. Default: 1, which is yesterday. */
  lagDays?: number
  /** The maximum number of days in a range. */
  windowDays?: number
  /** The maximum number of days from `startDate` to today. */
  oldestDays?: number
  /** The maximum number of months from `startDate` to today. */
  oldestMonths?: number
}

interface DateRangeOptions {
  rules: DateRangeRules
  now: Date
  /** The time zone of the days, as an IANA name. Default: UTC. */
  timeZone?: string
}

const rejection = (field: keyof DateRange, message: string): ServiceError => fieldError({ path: [field], message })

/** Returns the earliest day on which a range may start; undefined if unlimited. */
function earliestStart({ oldestDays, oldestMonths }: DateRangeRules, today: string): string | undefined {
  if (oldestDays !== undefined) return addDays(today, -oldestDays)
  return oldestMonths === undefined ? undefined : subtractMonths(today, oldestMonths)
}

function requireRules({ startDate, endDate }: DateRange, rules: DateRangeRules, today: string): void {
  if (endDate >= today) throw rejection('endDate', `it must be before today, ${today}; ${endDate} was sent`)
  if (startDate > endDate)
    throw rejection('startDate', `it must not be after endDate, ${endDate}; ${startDate} was sent`)
  const earliest = earliestStart(rules, today)
  if (earliest !== undefined && startDate < earliest) {
    throw rejection('startDate', `it must be ${earliest} or later; ${startDate} was sent`)
  }
  const { windowDays } = rules
  const days = daysIn(startDate, endDate)
  if (windowDays !== undefined && days > windowDays) {
    throw rejection('startDate', `the range has ${days} days, at most ${windowDays} are allowed`)
  }
}

/**
 * Returns the range of days of a report: the requested one, or the default of its rules.
 * @param sent both days or neither
 * @throws ServiceError `invalid_request`, with the field in `details`, if only one of the two days was sent,
 *   `endDate` is not before today, or the range breaks the rules
 */
export function resolveDateRange(
  sent: { startDate?: string | undefined; endDate?: string | undefined },
  { rules, now, timeZone = 'UTC' }: DateRangeOptions,
): DateRange {
  const { startDate, endDate } = sent
  const today = dayIn(timeZone, now)
  if (startDate === undefined && endDate === undefined) {
    const end = addDays(today, -(rules.lagDays ?? 1))
    return { startDate: addDays(end, 1 - rules.defaultDays), endDate: end }
  }
  if (startDate === undefined) throw rejection('startDate', 'it is required together with endDate')
  if (endDate === undefined) throw rejection('endDate', 'it is required together with startDate')
  requireRules({ startDate, endDate }, rules, today)
  return { startDate, endDate }
}
