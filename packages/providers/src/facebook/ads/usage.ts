import { boundedWait } from '../../call-network.ts'
import { countOf, type Fields, listOf, numberOf, objectOf, textOf } from '../../json.ts'

/** Whose rate limit is meant: the app's for this connection, or the ad account's. */
export type AdsLimit = 'app' | 'ad_account'

/**
 * The usage of one rate limit, as a response header reports it: the used share in percent, and the seconds until it
 * recovers (null if Meta does not report them).
 */
export interface Usage {
  limit: AdsLimit
  percent: number
  seconds: number | null
  /**
   * True if the values come from the use-case header, whose estimate takes precedence over that of the ad account's
   * header.
   */
  byUseCase: boolean
}

/** The Page and the ad account (without `act_`) that a call concerns; null if it concerns none. */
interface UsageSubject {
  adAccountId: string | null
  pageId: string | null
}

function headerObject(headers: Headers, name: string): Fields {
  try {
    return objectOf(JSON.parse(headers.get(name) ?? '{}'))
  } catch {
    return {}
  }
}

function highest(fields: Fields, names: readonly string[]): number | null {
  const values = names.flatMap((name) => numberOf(fields[name]) ?? [])
  return values.length > 0 ? Math.max(...values) : null
}

const parts = ['call_count', 'total_cputime', 'total_time']

const limitOfType: Readonly<Record<string, AdsLimit>> = {
  ads_management: 'ad_account',
  ads_insights: 'ad_account',
  leadgen: 'app',
  pages: 'app',
}

/**
 * Returns the usage that `x-business-use-case-usage` reports for the Page and the ad account of the call. The header
 * may also contain entries of others, which are ignored.
 */
function businessUsage(headers: Headers, { adAccountId, pageId }: UsageSubject): Usage[] {
  return Object.entries(headerObject(headers, 'x-business-use-case-usage')).flatMap(([id, rows]) =>
    listOf(rows).flatMap((row) => {
      const type = textOf(row['type']) ?? ''
      const limit = Object.hasOwn(limitOfType, type) ? limitOfType[type] : undefined
      const percent = highest(row, parts)
      const about = limit === 'ad_account' ? adAccountId : pageId
      if (limit === undefined || percent === null || id !== about) return []
      const minutes = countOf(row['estimated_time_to_regain_access']) ?? 0
      return [{ limit, percent, seconds: minutes > 0 ? minutes * 60 : null, byUseCase: true }]
    }),
  )
}

function accountUsage(headers: Headers): Usage[] {
  const fields = headerObject(headers, 'x-ad-account-usage')
  const percent = numberOf(fields['acc_id_util_pct'])
  const seconds = numberOf(fields['reset_time_duration']) ?? 0
  if (percent === null) return []
  return [{ limit: 'ad_account', percent, seconds: seconds > 0 ? Math.ceil(seconds) : null, byUseCase: false }]
}

function insightsUsage(headers: Headers): Usage[] {
  const fields = headerObject(headers, 'x-fb-ads-insights-throttle')
  const names = { app: 'app_id_util_pct', ad_account: 'acc_id_util_pct' } as const
  return (['app', 'ad_account'] as const).flatMap((limit) => {
    const percent = numberOf(fields[names[limit]])
    return percent === null ? [] : [{ limit, percent, seconds: null, byUseCase: false }]
  })
}

function appUsage(headers: Headers): Usage[] {
  const percent = highest(headerObject(headers, 'x-app-usage'), parts)
  return percent === null ? [] : [{ limit: 'app', percent, seconds: null, byUseCase: false }]
}

/**
 * Returns the usage of each rate limit that the headers of a response report, whether the call succeeded or not: the
 * percentage, and the seconds until the limit recovers, null if Meta gives no estimate. Entries of other Pages and ad
 * accounts are ignored.
 * @see https://developers.facebook.com/docs/graph-api/overview/rate-limiting (read 2026-11-20)
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/overview/rate-limiting (read
 *   2026-11-20)
 */
export function readUsage(headers: Headers, subject: UsageSubject): Usage[] {
  return [...businessUsage(headers, subject), ...accountUsage(headers), ...insightsUsage(headers), ...appUsage(headers)]
}

/** The wait in seconds before a rate-limited call is repeated, if Meta reports none. */
export const defaultWaitSeconds = 60

function longest(usage: readonly Usage[]): number | undefined {
  const known = usage.flatMap(({ seconds }) => seconds ?? [])
  return known.length > 0 ? Math.max(...known) : undefined
}

/**
 * Returns the seconds until the rate limit `limit` recovers, at most a day, from its entries in `usage`: the longest
 * estimate of the use-case header, otherwise the longest of the other headers, otherwise 60.
 */
export function secondsToWait(usage: readonly Usage[], limit: AdsLimit): number {
  const own = usage.filter((one) => one.limit === limit)
  return boundedWait(longest(own.filter(({ byUseCase }) => byUseCase)) ?? longest(own) ?? defaultWaitSeconds)
}
