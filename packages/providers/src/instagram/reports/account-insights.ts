import { capabilities, type ReportFields } from '@carillon/domain'
import { type Fields, objectOf, stringOf, textOf } from '../../json.ts'
import { metricValue, readMetrics } from '../../meta/insights.ts'
import type { Report } from '../../ports/reports.ts'
import { requiredItems } from '../../required-fields.ts'
import { callInstagram } from '../client.ts'
import { type Credentials, type InstagramCall, requireScope } from '../credentials.ts'
import { reportDialect } from '../errors.ts'

type Insight = ReportFields['instagram.account-insights']['insights'][number]

const metrics = ['views', 'reach', 'total_interactions', 'accounts_engaged'] as const

/** The scope for insights, keyed by login. */
const insightsScope = {
  instagram_login: 'instagram_business_manage_insights',
  facebook_login: 'instagram_manage_insights',
} as const satisfies Record<Credentials['login'], string>

const { days } = capabilities['analytics.account-insights'].cells.instagram
const daySeconds = 86_400

/** Converts a metric of Graph. Returns a list with one item, or an empty list if the name or the value is missing. */
export function insightOf(entry: Fields): Insight[] {
  const name = textOf(entry['name'])
  const value = metricValue(objectOf(entry['total_value'])['value'])
  if (name === null || value === null) return []
  return [
    {
      name,
      period: stringOf(entry['period']),
      title: stringOf(entry['title']),
      description: stringOf(entry['description']),
      values: [{ value }],
    },
  ]
}

/**
 * Reads the totals of the metrics `names` over the last 28 days, as Graph returns them. Daily values of `reach` must
 * not be summed, because the same user counts on several days.
 * @see https://developers.facebook.com/documentation/instagram-platform/api-reference/instagram-user/insights (read
 *   2026-11-20)
 */
async function readTotals(call: InstagramCall, names: readonly string[]): Promise<Fields[]> {
  const until = Math.floor(call.now().getTime() / 1000)
  const body = await callInstagram(call, {
    dialect: reportDialect,
    method: 'GET',
    path: `/${call.account.providerId}/insights`,
    operation: 'insights.get',
    query: {
      metric: names.join(','),
      metric_type: 'total_value',
      period: 'day',
      since: until - days * daySeconds,
      until,
    },
  })
  return requiredItems(body, 'data')
}

/**
 * Reads the account's metrics, each as one total of the last 28 days. Metrics that Meta rejects or reports without a
 * value are omitted.
 * @throws ProviderError `connection_expired` if the scope for insights was not granted; the rejection if Meta rejects
 *   every metric
 */
export const accountInsights: Report<'instagram', 'account-insights', Credentials> = async (call) => {
  requireScope(call, insightsScope[call.account.credentials.login])
  const [entries = []] = await readMetrics(call, [{ metrics, read: (names) => readTotals(call, names) }])
  return { insights: entries.flatMap(insightOf) }
}
