import { capabilities, dayIn, type ReportFields } from '@carillon/domain'
import { type Fields, listOf, timeOf } from '../../json.ts'
import { metricValue, readMetrics } from '../../meta/insights.ts'
import { requiredItems } from '../../required-fields.ts'
import { callPage } from '../client.ts'
import { type FacebookCall, requirePage } from '../credentials.ts'
import { reportDialect } from '../errors.ts'

type PageInsights = NonNullable<ReportFields['facebook.page-metrics']['insights']>

const { days } = capabilities['analytics.page-metrics'].cells.facebook
const dayMs = 86_400_000

const metricOf = {
  views: 'page_media_view',
  engagements: 'page_post_engagements',
  pageViews: 'page_views_total',
  followers: 'page_follows',
} as const

/**
 * Days are those of California, and a value carries the time at which its day ended: the `end_time` of 1 January is
 * 08:00 UTC on 2 January.
 * @see https://developers.facebook.com/docs/platforminsights/page (read 2026-11-28)
 */
const timeZone = 'America/Los_Angeles'

interface Stamped {
  /** Milliseconds since the epoch. */
  endTime: number
  value: number
}

/** Returns the values of a metric, oldest first. */
function figuresOf(entries: readonly Fields[], metric: string): Stamped[] {
  const entry = entries.find(({ name }) => name === metric)
  const figures = listOf(entry?.['values']).flatMap((item) => {
    const [time, value] = [timeOf(item['end_time']), metricValue(item['value'])]
    return time === null || value === null ? [] : [{ endTime: Date.parse(time), value }]
  })
  return figures.toSorted((one, other) => one.endTime - other.endTime)
}

/**
 * Returns the latest value of a metric; null without one. 28-day totals and follower counts overlap from day to day and
 * cannot be summed.
 */
function newestOf(entries: readonly Fields[], metric: string): number | null {
  return figuresOf(entries, metric).at(-1)?.value ?? null
}

/**
 * Builds the insights of a report from the entries of Graph's 28-day metrics (`rolling`) and of its daily metrics. Each
 * total is the latest value of its metric, null without a value. `daily` lists the views of the last 28 days in
 * California's time zone, oldest first; days for which Graph reports none are missing.
 */
export function pageInsightsOf(rolling: readonly Fields[], daily: readonly Fields[]): PageInsights {
  return {
    periodDays: days,
    views: newestOf(rolling, metricOf.views),
    engagements: newestOf(rolling, metricOf.engagements),
    pageViews: newestOf(rolling, metricOf.pageViews),
    followers: newestOf(daily, metricOf.followers),
    daily: figuresOf(daily, metricOf.views)
      .slice(-days)
      .map(({ endTime, value }) => ({ date: dayIn(timeZone, new Date(endTime - 1)), value })),
  }
}

/**
 * Reads metrics of the Page for the last 28 days and the current day.
 * @see https://developers.facebook.com/docs/graph-api/reference/page/insights (read 2026-11-20)
 */
async function readPeriod(
  call: FacebookCall,
  { period, metrics, signal }: { period: 'day' | 'days_28'; metrics: readonly string[]; signal: AbortSignal },
): Promise<Fields[]> {
  const { pageId } = requirePage(call)
  const now = call.now().getTime()
  const body = await callPage(call, {
    dialect: reportDialect,
    method: 'GET',
    path: `/${pageId}/insights`,
    operation: 'insights.get',
    signal,
    query: {
      metric: metrics.join(','),
      period,
      since: Math.floor((now - (days + 1) * dayMs) / 1000),
      until: Math.floor(now / 1000),
    },
  })
  return requiredItems(body, 'data')
}

/**
 * Reads the insights of the Page: totals of 28 days, and daily values. Totals that Facebook does not report are null.
 * @throws ProviderError if Facebook rejects every metric, if a call fails for another reason, or if `signal` is aborted
 */
export async function readPageInsights(call: FacebookCall, signal: AbortSignal): Promise<PageInsights> {
  const group = (period: 'day' | 'days_28', metrics: readonly string[]) => ({
    metrics,
    read: (some: readonly string[]) => readPeriod(call, { period, metrics: some, signal }),
  })
  const [rolling = [], daily = []] = await readMetrics(call, [
    group('days_28', [metricOf.views, metricOf.engagements, metricOf.pageViews]),
    group('day', [metricOf.views, metricOf.followers]),
  ])
  return pageInsightsOf(rolling, daily)
}
