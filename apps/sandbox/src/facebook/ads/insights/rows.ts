import type { AdsBook } from '../../../meta/state/ads/book.ts'
import type { DayFigures } from '../../../meta/state/ads/day-figures.ts'
import type { InsightsRow } from '../../../meta/state/ads/insights-row.ts'
import type { Ad, AdAccount } from '../../../meta/state/ads/records.ts'
import type { InsightsQuery, Level } from '../../../meta/state/ads/report-query.ts'
import { settleDelivery } from '../tree/status.ts'
import { dayIn } from '../zones.ts'
import { add, type DaySpan, daysOf, figuresOf } from './figures.ts'

/** The days of one time span in which an ad ran. */
interface RunningAd extends DaySpan {
  ad: Ad
}

const KEYS: Record<Level, (ad: Ad) => string> = {
  account: ({ adAccountId }) => adAccountId,
  campaign: ({ campaignId }) => campaignId,
  adset: ({ adSetId }) => adSetId,
  ad: ({ id }) => id,
}

/**
 * Returns the ads that ran on the days of a query, one group for each object of the query's `level`. First updates the
 * delivery of all ads to the time `now`.
 */
function groups(book: AdsBook, account: AdAccount, { query, now }: { query: InsightsQuery; now: number }) {
  settleDelivery(book, now)
  const found = new Map<string, RunningAd[]>()
  for (const ad of book.ads.values()) {
    if (ad.adAccountId !== account.id || !query.covers(ad)) continue
    const days = daysOf(book, ad, account, now)
    const asked = days.filter(({ first, last }) => last >= query.since && first <= query.until)
    if (asked.length === 0) continue
    const key = KEYS[query.level](ad)
    const group = found.get(key) ?? []
    group.push(...asked.map((span) => ({ ad, ...span })))
    found.set(key, group)
  }
  return [...found.values()]
}

/** Returns the periods of `daysPerRow` days of a query, without those that begin after today. */
function chunks(
  { since, until, daysPerRow }: InsightsQuery,
  { timezoneId }: AdAccount,
  now: number,
): { since: number; until: number }[] {
  const last = Math.min(until, dayIn(timezoneId, now))
  const found: { since: number; until: number }[] = []
  for (let day = since; day <= last; day += daysPerRow) {
    found.push({ since: day, until: Math.min(until, day + daysPerRow - 1) })
  }
  return found
}

function sumOf(group: RunningAd[], { since, until }: { since: number; until: number }, account: AdAccount) {
  let sum: DayFigures | undefined
  for (const { ad, first, last } of group) {
    for (let day = Math.max(since, first); day <= Math.min(until, last); day += 1) {
      const figures = figuresOf(ad, day, account)
      if (figures !== undefined) sum = sum === undefined ? figures : add(sum, figures)
    }
  }
  return sum
}

interface Ask {
  query: InsightsQuery
  /** The current time in ms since the epoch. */
  now: number
}

/**
 * Returns the maximum number of rows of a query: the number of objects of its level whose ads ran within the queried
 * days, times the number of periods of `daysPerRow` days up to today. `rowsOf` returns fewer if periods are without
 * delivery. First updates the delivery of all ads to the time `now`.
 */
export function countRows(book: AdsBook, account: AdAccount, ask: Ask): number {
  return groups(book, account, ask).length * chunks(ask.query, account, ask.now).length
}

/**
 * Computes the rows of a query: for each object of the level, one row for each period of `daysPerRow` days, oldest
 * first. Periods without delivery have no row. First updates the delivery of all ads to the time `now`.
 */
export function rowsOf(book: AdsBook, account: AdAccount, ask: Ask): InsightsRow[] {
  const { level } = ask.query
  const times = chunks(ask.query, account, ask.now)
  return groups(book, account, ask).flatMap((group) => {
    const ad = group[0]?.ad
    const about = {
      account,
      campaign: level === 'account' ? undefined : book.campaigns.get(ad?.campaignId ?? ''),
      adSet: level === 'adset' || level === 'ad' ? book.adSets.get(ad?.adSetId ?? '') : undefined,
      ad: level === 'ad' ? ad : undefined,
    }
    return times.flatMap((time) => {
      const figures = sumOf(group, time, account)
      return figures === undefined ? [] : [{ ...about, ...time, figures }]
    })
  })
}
