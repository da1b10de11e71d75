import { isDay } from '../../../figures/calendar.ts'
import type { GraphCall } from '../../../meta/graph/call.ts'
import { GraphError } from '../../../meta/graph/graph-error.ts'
import type { AdAccount } from '../../../meta/state/ads/records.ts'
import type { Window } from '../../../meta/state/ads/report-query.ts'
import { badParameter } from '../rejections.ts'
import { dateOfDay, dayIn, dayOfDate } from '../zones.ts'

const OLDEST_MONTHS = 37

/**
 * The supported date presets: functions that return the range of days, given today as a number of days since
 * 1970-01-01. `last_…` presets end yesterday.
 */
const PRESETS: Record<string, (today: number) => Window> = {
  today: (today) => ({ since: today, until: today }),
  yesterday: (today) => ({ since: today - 1, until: today - 1 }),
  last_3d: (today) => ({ since: today - 3, until: today - 1 }),
  last_7d: (today) => ({ since: today - 7, until: today - 1 }),
  last_14d: (today) => ({ since: today - 14, until: today - 1 }),
  last_28d: (today) => ({ since: today - 28, until: today - 1 }),
  last_30d: (today) => ({ since: today - 30, until: today - 1 }),
  last_90d: (today) => ({ since: today - 90, until: today - 1 }),
  this_month: (today) => ({ since: dayOfDate(`${dateOfDay(today).slice(0, 8)}01`), until: today }),
  maximum: (today) => ({ since: oldestDay(today), until: today }),
}

/**
 * Returns the earliest day for which insights are kept: the one 37 months before `today`. Days are numbers since
 * 1970-01-01.
 */
function oldestDay(today: number): number {
  const date = new Date(dateOfDay(today))
  date.setUTCMonth(date.getUTCMonth() - OLDEST_MONTHS)
  return dayOfDate(date.toISOString().slice(0, 10))
}

function readDay(value: unknown, field: string): number {
  if (typeof value === 'string' && isDay(value)) return dayOfDate(value)
  throw badParameter('time_range', `${field} of time_range must be a date, YYYY-MM-DD.`)
}

/**
 * Reads the requested days, which are days of the ad account's time zone, and returns the first and the last as numbers
 * of days since 1970-01-01. `time_range` takes precedence over `date_preset`; by default, the thirty days before today.
 * @throws GraphError with code 100 for an invalid parameter, with code 3018 if the days begin more than 37 months ago
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/insights (read 2026-11-20)
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/reference/ad-account (read 2026-11-28)
 *   for code 3018
 */
export function readWindow({ timezoneId }: AdAccount, { parameters, state }: GraphCall): Window {
  const today = dayIn(timezoneId, state.now())
  const range = parameters.object('time_range')
  if (range === undefined) {
    const name = parameters.text('date_preset') ?? 'last_30d'
    const preset = Object.hasOwn(PRESETS, name) ? PRESETS[name] : undefined
    if (preset === undefined) throw badParameter('date_preset', `date_preset must be one of ${Object.keys(PRESETS)}.`)
    return preset(today)
  }
  const window = { since: readDay(range['since'], 'since'), until: readDay(range['until'], 'until') }
  if (window.since > window.until) throw badParameter('time_range', 'since is after until.')
  if (window.since < oldestDay(today)) {
    throw new GraphError(
      `(#3018) The start date of the time range cannot be beyond ${OLDEST_MONTHS} months from the current date`,
      {
        code: 3018,
      },
    )
  }
  return window
}
