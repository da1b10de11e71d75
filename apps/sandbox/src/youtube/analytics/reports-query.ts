import type { Call, Setting } from '../api/call.ts'
import type { Method } from '../api/methods.ts'
import { scopes } from '../oauth/scopes.ts'
import { commentTimes } from '../statistics/counts.ts'
import { audienceMetric, metrics } from './metrics.ts'
import { type ReportQuery, readReportQuery } from './query.ts'
import { makeRows, type Row } from './rows.ts'

/**
 * The method `reports.query` of the Analytics API: its scopes, quota cost and parameters.
 * @see https://developers.google.com/youtube/analytics/reference/reports/query (read 2026-11-20)
 */
export const reportsQueryMethod = {
  id: 'reports.query',
  rpc: 'youtube.analytics.v2.TargetedQueriesService.Query',
  scopes: [scopes.youtube, scopes.readonly, scopes.partner, scopes.analyticsMonetary, scopes.analytics],
  bucket: 'analytics',
  cost: 1,
  // Missing parameters are rejected with the errors of Analytics, not with those of the common checks.
  required: [],
  parameters: {
    ids: 'string',
    startDate: 'string',
    endDate: 'string',
    metrics: 'string',
    dimensions: 'string',
    filters: 'string',
    sort: 'string',
    maxResults: { from: 1, to: 2_147_483_647 },
    startIndex: { from: 1, to: 2_147_483_647 },
    currency: 'string',
    includeHistoricalChannelData: 'boolean',
  },
  parts: [],
} as const satisfies Method

function sorted(rows: Row[], { sort }: ReportQuery): Row[] {
  return rows.toSorted((one, other) => {
    for (const { name, descending } of sort) {
      const [a, b] = [one[name] ?? 0, other[name] ?? 0]
      const order = a < b ? -1 : a > b ? 1 : 0
      if (order !== 0) return descending ? -order : order
    }
    return 0
  })
}

function headersOf({ dimensions, metrics: names }: ReportQuery): Record<string, string>[] {
  return [
    ...dimensions.map((name) => ({ name, columnType: 'DIMENSION', dataType: 'STRING' })),
    ...names.map((name) => {
      const dataType = name === audienceMetric ? 'FLOAT' : (metrics[name]?.dataType ?? 'INTEGER')
      return { name, columnType: 'METRIC', dataType }
    }),
  ]
}

/**
 * Handles `reports.query`: returns a report as a table. The response has no `rows` if Analytics has no data about the
 * channel (`hasFigures`); for dates without activity, `rows` is empty.
 * @throws GoogleError if a parameter is missing or invalid, or the report is not available or belongs to another
 *   channel
 * @see https://developers.google.com/youtube/analytics/channel_reports (read 2026-11-20)
 */
export function queryReports({ person, query, now }: Call, { state }: Setting): Record<string, unknown> {
  const asked = readReportQuery(query, person.channelId)
  const channel = { ...person, channelId: person.channelId ?? '' }
  const rows = sorted(makeRows({ channel, state, now, query: asked, commentTimes: commentTimes(state) }), asked)
  const page = rows.slice(asked.startIndex - 1).slice(0, asked.maxResults)
  const columns = [...asked.dimensions, ...asked.metrics]
  const shown = page.map((row) => columns.map((name) => row[name] ?? null))
  return {
    kind: 'youtubeAnalytics#resultTable',
    columnHeaders: headersOf(asked),
    ...(shown.length === 0 && !channel.hasFigures ? {} : { rows: shown }),
  }
}
