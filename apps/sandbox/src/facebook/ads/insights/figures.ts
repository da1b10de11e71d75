import type { DayFigures } from '../../../meta/state/ads/day-figures.ts'
import type { Ad, AdAccount } from '../../../meta/state/ads/records.ts'
import { seededRandom } from '../../../random.ts'
import { minDailyBudget } from '../currencies.ts'
import { dayIn } from '../zones.ts'

/**
 * The day of the week on which no ad is delivered, so that the days of an account have gaps: the days since 1970-01-01
 * modulo 7, of which 3 is Sunday.
 */
const SILENT_WEEKDAY = 3
const SILENT_SHARE = 0.1

/**
 * Returns the `first` and the `last` day on which an ad ran, as days since 1970-01-01 in the ad account's time zone;
 * undefined if it never ran. For an ad that still runs, the last day is that of `now` (ms since the epoch).
 */
export function daysOf({ delivery }: Ad, { timezoneId }: AdAccount, now: number) {
  if (delivery === null) return undefined
  return { first: dayIn(timezoneId, delivery.from), last: dayIn(timezoneId, Math.min(delivery.until ?? now, now)) }
}

/**
 * Returns the metrics of an ad for a day (as a number of days since 1970-01-01), the same at every call. `spend` is in
 * the minor unit of the currency. Undefined for a day without delivery, about two in nine. Whether the ad ran on that
 * day at all is not checked.
 */
export function figuresOf(ad: Ad, day: number, { currency }: AdAccount): DayFigures | undefined {
  const random = seededRandom(Number(ad.id.slice(-9)) ^ (day * 2_654_435))
  if (day % 7 === SILENT_WEEKDAY || random() < SILENT_SHARE) return undefined
  const impressions = 80 + Math.floor(random() * 900)
  const reach = Math.ceil(impressions * (0.6 + random() * 0.35))
  const clicks = Math.floor(impressions * (0.01 + random() * 0.04))
  const linkClicks = Math.floor(clicks * (0.3 + random() * 0.5))
  const leads = Math.floor(linkClicks * random() * 0.4)
  const spend = Math.ceil(minDailyBudget(currency) * (1 + random() * 6))
  return { impressions, reach, clicks, linkClicks, leads, spend }
}

/**
 * Adds the metrics of two days or two ads. Reach is less than the sum by a fifth of the smaller one, as some users saw
 * both.
 */
export function add(one: DayFigures, other: DayFigures): DayFigures {
  const overlap = Math.floor(Math.min(one.reach, other.reach) * 0.2)
  return {
    impressions: one.impressions + other.impressions,
    reach: one.reach + other.reach - overlap,
    clicks: one.clicks + other.clicks,
    linkClicks: one.linkClicks + other.linkClicks,
    leads: one.leads + other.leads,
    spend: one.spend + other.spend,
  }
}
