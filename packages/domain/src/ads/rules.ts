import { fieldError } from '@carillon/errors'
import { addDays, dayIn, daysIn, subtractMonths } from '../calendar-day.ts'

/** The limits of a window of insights. */
const insightsWindow = { defaultDays: 28, days: 365, months: 37 } as const

export interface DayWindow {
  startDate: string
  endDate: string
}

/** The date in a time zone; in UTC if this machine does not know the zone. */
function dateInZone(timeZone: string | null, at: Date): string {
  try {
    return dayIn(timeZone ?? 'UTC', at)
  } catch (error) {
    if (error instanceof RangeError) return at.toISOString().slice(0, 10)
    throw error
  }
}

/**
 * The days of insights: the requested ones, or the 28 days up to yesterday in the ad account's time zone.
 * @throws ServiceError `invalid_request`
 */
export function insightsDays(asked: Partial<DayWindow>, timeZone: string | null, now: Date): DayWindow {
  const today = dateInZone(timeZone, now)
  const yesterday = addDays(today, -1)
  const { startDate, endDate } = asked
  if (startDate === undefined && endDate === undefined) {
    return { startDate: addDays(yesterday, 1 - insightsWindow.defaultDays), endDate: yesterday }
  }
  if (startDate === undefined) throw fault('startDate', 'is required with endDate')
  if (endDate === undefined) throw fault('endDate', 'is required with startDate')
  if (startDate > endDate) throw fault('startDate', `${startDate} is after endDate, ${endDate}`)
  if (endDate > yesterday) throw fault('endDate', `must be ${yesterday} or earlier: yesterday in the ad account's zone`)
  const oldest = subtractMonths(today, insightsWindow.months)
  if (startDate < oldest)
    throw fault('startDate', `must be ${oldest} or later: at most ${insightsWindow.months} months`)
  const days = daysIn(startDate, endDate)
  if (days > insightsWindow.days) throw fault('endDate', `the window has ${days} days; at most ${insightsWindow.days}`)
  return { startDate, endDate }
}

/** A rejection of one field. */
function fault(field: string, message: string, whole = 'query') {
  return fieldError({ path: [field], message, whole })
}

export interface CampaignTerms {
  dailyBudget?: number
  lifetimeBudget?: number
  startTime?: string
  endTime?: string
  ageMin?: number
  ageMax?: number
  specialAdCategories?: readonly string[]
}

/**
 * Checks the rules of a new campaign that its schema cannot express.
 * @throws ServiceError `invalid_request`
 */
export function requireCampaignTerms(terms: CampaignTerms, now: Date): void {
  const { dailyBudget, lifetimeBudget, startTime, endTime, ageMin = 18, ageMax = 65 } = terms
  const inBody = (field: string, message: string) => fault(field, message, 'body')
  if (dailyBudget === undefined && lifetimeBudget === undefined) {
    throw inBody('dailyBudget', 'either dailyBudget or lifetimeBudget is required')
  }
  if (dailyBudget !== undefined && lifetimeBudget !== undefined) {
    throw inBody('lifetimeBudget', 'dailyBudget and lifetimeBudget exclude each other')
  }
  if (lifetimeBudget !== undefined && endTime === undefined) {
    throw inBody('endTime', 'is required with lifetimeBudget')
  }
  if (endTime !== undefined && Date.parse(endTime) <= now.getTime()) throw inBody('endTime', 'is in the past')
  if (startTime !== undefined && endTime !== undefined && Date.parse(endTime) <= Date.parse(startTime)) {
    throw inBody('endTime', `${endTime} is not after startTime, ${startTime}`)
  }
  if (ageMin > ageMax) throw inBody('ageMin', `${ageMin} is above ageMax, ${ageMax}`)
  const categories = terms.specialAdCategories ?? []
  if (categories.includes('none') && categories.length > 1) {
    throw inBody('specialAdCategories', 'none cannot be combined with other categories')
  }
}

/**
 * Checks the rules between the fields of a change to an ad account.
 * @throws ServiceError `invalid_request`
 */
export function requireAdAccountChange(change: { resetSpend?: true; spendCap?: number | null }): void {
  if (change.resetSpend && change.spendCap === null) {
    throw fault('resetSpend', 'there is no spending to reset once spendCap is null', 'body')
  }
}
