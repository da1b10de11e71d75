import type { DateRange } from '@carillon/domain'
import { callNetwork } from '../../call-network.ts'
import { ProviderError } from '../../error-rules.ts'
import { bodyOf, type Fields, listOf } from '../../json.ts'
import { lacking } from '../../required-fields.ts'
import { bearer, hostOf, withQuota } from '../client.ts'
import type { YouTubeCall } from '../credentials.ts'
import { reportDialect } from '../errors.ts'
import { reportScopes } from '../oauth.ts'

/** A query of YouTube Analytics: its parameters besides the channel and the days. */
export interface ReportQuestion {
  metrics: readonly string[]
  dimensions: readonly string[]
  filters?: string
  sort?: string
  maxResults?: number
}

/**
 * Checks that the scope for reports was granted.
 * @throws ProviderError `connection_expired` if it was not
 */
export function requireAnalytics({ account }: Pick<YouTubeCall, 'account'>): void {
  if (reportScopes.every((scope) => account.scopes.includes(scope))) return
  const message = 'The connection was not granted the permission to read reports; the user must reconnect the account.'
  throw new ProviderError('connection_expired', message, 'not_sent')
}

/**
 * Converts the result table of a YouTube Analytics response (`columnHeaders` and `rows`) to objects keyed by column
 * name; an empty list if `rows` is missing.
 */
export function rowsOf(table: Fields): Fields[] {
  const names = listOf(table['columnHeaders']).map(({ name }) => String(name))
  const rows: unknown[] = Array.isArray(table['rows']) ? table['rows'] : []
  const blank: Fields = Object.fromEntries(names.map((name) => [name, undefined]))
  return rows.filter((row): row is unknown[] => Array.isArray(row)).map((row) => rowOf(blank, names, row))
}

/**
 * Returns the cells of a row keyed by column name. The object is copied from `blank`, which has all columns: a year has
 * thousands of cells, and an object that grows with each of them takes several times as much memory.
 */
function rowOf(blank: Fields, names: readonly string[], row: readonly unknown[]): Fields {
  const fields: Record<string, unknown> = { ...blank }
  let column = 0
  for (const name of names) fields[name] = row[column++]
  return fields
}

/**
 * Runs one report query on the channel and returns its rows, keyed by column name. The caller has consumed the quota.
 * @throws ProviderError `quota_exhausted` if YouTube reports that; `provider_error` if the response cannot be read;
 *   otherwise translated by `reportDialect`
 * @see https://developers.google.com/youtube/analytics/reference/reports/query (read 2026-11-20)
 */
async function queryReport(
  call: YouTubeCall,
  { startDate, endDate }: DateRange,
  { metrics, dimensions, filters, sort, maxResults }: ReportQuestion,
): Promise<Fields[]> {
  const query = new URLSearchParams({
    ids: 'channel==MINE',
    startDate,
    endDate,
    metrics: metrics.join(','),
    dimensions: dimensions.join(','),
    ...(filters !== undefined && { filters }),
    ...(sort !== undefined && { sort }),
    ...(maxResults !== undefined && { maxResults: String(maxResults) }),
  })
  const response = await withQuota(call, 'youtube.analytics', () =>
    callNetwork(call, reportDialect, {
      method: 'GET',
      url: `${hostOf(call.app, 'analytics')}/v2/reports?${query}`,
      operation: 'reports.query',
      timeoutMs: 20_000,
      headers: bearer(call),
      retry: 'read',
      beforeRetry: () => call.consumeQuota('youtube.analytics', 1),
    }),
  )
  const table = bodyOf(response)
  // A table without rows has columns or a kind. A response that was cut off shows no absence of figures.
  if (Object.keys(table).length === 0) throw lacking('columnHeaders')
  noteMissingColumns(call, [...dimensions, ...metrics], table)
  return rowsOf(table)
}

/**
 * Reports with `noteDrift` each column that was requested and not returned: its metric is null in every row. Nothing is
 * reported if the table has no column names at all.
 */
function noteMissingColumns(call: YouTubeCall, requested: readonly string[], table: Fields): void {
  const returned = listOf(table['columnHeaders']).flatMap(({ name }) => (typeof name === 'string' ? [name] : []))
  // Columns without names are reported as such.
  if (returned.length === 0) return
  for (const value of requested.filter((name) => !returned.includes(name))) {
    call.noteDrift?.({ kind: 'missing_field', field: 'columnHeaders[].name', operation: 'reports.query', value })
  }
}

/**
 * Runs report queries on the channel in parallel and returns their rows in the order of `questions`, as objects keyed
 * by column name. Each attempt of a query consumes one unit of a daily quota of its own, `youtube.analytics`, not the
 * units of the Data API.
 * @throws ProviderError `quota_exhausted` if too few units are left, without a call unless a retry lacks its unit; the
 *   error of a query that fails
 */
export async function queryReports(
  call: YouTubeCall,
  window: DateRange,
  questions: readonly ReportQuestion[],
): Promise<Fields[][]> {
  await call.consumeQuota('youtube.analytics', questions.length)
  return Promise.all(questions.map((question) => queryReport(call, window, question)))
}
