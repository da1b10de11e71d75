import type { AdsBook } from '../../../meta/state/ads/book.ts'
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

/** Consecutive days, as numbers of days since 1970-01-01 in the ad account's time zone. */
export interface DaySpan {
  first: number
  last: number
}

/**
 * Returns the days on which an ad ran up to `now` (ms since the epoch), oldest first and each day in one span only:
 * those on which it was active, between the start and the end of its ad set and its campaign.
 */
export function daysOf(book: AdsBook, ad: Ad, { timezoneId }: AdAccount, now: number): DaySpan[] {
  const { delivery, earlierDelivery = [] } = ad
  const [adSet, campaign] = [book.adSets.get(ad.adSetId), book.campaigns.get(ad.campaignId)]
  const start = Math.max(adSet?.startTime ?? 0, campaign?.startTime ?? 0)
  const end = Math.min(adSet?.endTime ?? now, campaign?.stopTime ?? now, now)
  const found: DaySpan[] = []
  for (const { from, until } of [...earlierDelivery, ...(delivery === null ? [] : [delivery])]) {
    const [begun, ended] = [Math.max(from, start), Math.min(until ?? end, end)]
    if (begun > ended) continue
    const first = Math.max(dayIn(timezoneId, begun), (found.at(-1)?.last ?? Number.NEGATIVE_INFINITY) + 1)
    const last = dayIn(timezoneId, ended)
    if (first <= last) found.push({ first, last })
  }
  return found
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
 * Adds the metrics of two days or two ads. The reach is the sum less a fifth of the smaller reach, as some users saw
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
