import { fieldError } from '@carillon/errors'
import { addDays, dayIn, daysIn, subtractMonths } from '../calendar-day.ts'
import type { FieldRule } from '../field-rules.ts'
import { timeIn } from '../time-in.ts'

/** The limits of a range of days of insights. */
const insightsWindow = { defaultDays: 28, days: 365, months: 37 } as const

export interface DayWindow {
  startDate: string
  endDate: string
}

/** Returns the date (YYYY-MM-DD) in a time zone; in UTC if the zone is null or not known to this machine. */
function dateInZone(timeZone: string | null, at: Date): string {
  try {
    return dayIn(timeZone ?? 'UTC', at)
  } catch (error) {
    if (error instanceof RangeError) return at.toISOString().slice(0, 10)
    throw error
  }
}

/**
 * The rules for the days of an insights request that do not depend on the ad account: `startDate` is not after
 * `endDate`, and the range has at most 365 days. The schema already requires both days or neither.
 */
export const insightsRules: readonly FieldRule<Partial<DayWindow>>[] = [
  {
    field: 'startDate',
    fault: ({ startDate = '', endDate = startDate }) =>
      startDate > endDate ? `${startDate} is after endDate, ${endDate}` : null,
  },
  {
    field: 'endDate',
    fault({ startDate, endDate }) {
      if (startDate === undefined || endDate === undefined) return null
      const days = daysIn(startDate, endDate)
      return days > insightsWindow.days ? `the window has ${days} days; at most ${insightsWindow.days}` : null
    },
  },
]

/**
 * Returns the days of insights: the requested ones, or the 28 days up to yesterday in the ad account's time zone.
 * @param requested both days, already checked by `insightsRules`, or neither
 * @param timeZone an IANA name; UTC if null or unknown
 * @throws ServiceError `invalid_request` for days after yesterday or more than 37 months ago
 */
export function insightsDays(requested: Partial<DayWindow>, timeZone: string | null, now: Date): DayWindow {
  const today = dateInZone(timeZone, now)
  const yesterday = addDays(today, -1)
  const { startDate, endDate } = requested
  if (startDate === undefined || endDate === undefined) {
    return { startDate: addDays(yesterday, 1 - insightsWindow.defaultDays), endDate: yesterday }
  }
  if (endDate > yesterday) throw fault('endDate', `must be ${yesterday} or earlier: yesterday in the ad account's zone`)
  const oldest = subtractMonths(today, insightsWindow.months)
  if (startDate < oldest)
    throw fault('startDate', `must be ${oldest} or later: at most ${insightsWindow.months} months`)
  return { startDate, endDate }
}

/** Builds the error `invalid_request` for one field of a query. */
function fault(field: string, message: string) {
  return fieldError({ path: [field], message, whole: 'query' })
}

export interface CampaignTerms {
  startTime?: string
  endTime?: string
  ageMin?: number
  ageMax?: number
  specialAdCategories?: readonly string[]
}

/** The ages in years that a campaign can target. Without a maximum, Meta includes everybody of 65 and older. */
export const campaignAges = { min: 18, max: 65 } as const

/**
 * The rules for a new campaign that its schema cannot express: it ends in the future and after its start, `ageMin` is
 * at most `ageMax`, and the special ad category `none` is not combined with others.
 */
export const campaignRules: readonly FieldRule<CampaignTerms>[] = [
  {
    field: 'endTime',
    fault: ({ endTime }, now) => (endTime !== undefined && timeIn(endTime) <= now ? 'is in the past' : null),
  },
  {
    field: 'endTime',
    fault({ startTime, endTime }) {
      if (startTime === undefined || endTime === undefined) return null
      return timeIn(endTime) <= timeIn(startTime) ? `${endTime} is not after startTime, ${startTime}` : null
    },
  },
  {
    field: 'ageMin',
    fault: ({ ageMin = campaignAges.min, ageMax = campaignAges.max }) =>
      ageMin > ageMax ? `${ageMin} is above ageMax, ${ageMax}` : null,
  },
  {
    field: 'specialAdCategories',
    fault: ({ specialAdCategories: categories = [] }) =>
      categories.includes('none') && categories.length > 1 ? 'none cannot be combined with other categories' : null,
  },
]

export interface AdAccountTerms {
  resetSpend?: true
  spendCap?: number | null
}

/**
 * The rule for a change of an ad account that its schema cannot express: `resetSpend` cannot be combined with a
 * `spendCap` of null, which removes the cap.
 */
export const adAccountRules: readonly FieldRule<AdAccountTerms>[] = [
  {
    field: 'resetSpend',
    fault: ({ resetSpend, spendCap }) =>
      resetSpend && spendCap === null ? 'there is no spending to reset once spendCap is null' : null,
  },
]
