import { setTimeout as sleep } from 'node:timers/promises'
import type { InsightsLevel, InsightsRow } from '@carillon/domain'
import { daysIn } from '@carillon/domain'
import { type ErrorRule, ProviderError } from '../../error-rules.ts'
import { countOf, type Fields, idOf, listOf, textOf } from '../../json.ts'
import { graphSample } from '../../meta/errors.ts'
import { type GraphParameters, requiredText } from '../../meta/graph.ts'
import type { InsightsQuery, ReportMemory } from '../../ports/ads.ts'
import { requiredId } from '../../required-fields.ts'
import type { FacebookCall } from '../credentials.ts'
import { callAds, detailed } from './client.ts'
import { effectiveStatuses } from './effective-statuses.ts'
import { reportFailure } from './errors.ts'
import { readAdsList } from './list.ts'
import { requireInAccount } from './objects.ts'

const fieldsOfLevel: Readonly<Record<InsightsLevel, readonly string[]>> = {
  account: [],
  campaign: ['campaign_id', 'campaign_name'],
  adset: ['campaign_id', 'campaign_name', 'adset_id', 'adset_name'],
  ad: ['campaign_id', 'campaign_name', 'adset_id', 'adset_name', 'ad_id', 'ad_name'],
}

const figures = [
  ...['impressions', 'reach', 'frequency', 'clicks', 'inline_link_clicks', 'ctr', 'cpc', 'cpm', 'spend', 'actions'],
]

/**
 * Maximum number of days for a synchronous read, keyed by level. More days are read through an asynchronous report,
 * because the number of rows is not known in advance.
 */
const maxDirectDays: Readonly<Record<InsightsLevel, number>> = { account: 365, campaign: 180, adset: 60, ad: 31 }

/** The rules for synchronous reads that Meta rejects as too large. */
const tooLargeRules: readonly ErrorRule[] = [
  {
    match: { code: 100, subcode: 1504018 },
    code: 'provider_error',
    outcome: 'rejected',
    sample: graphSample(100, { error_subcode: 1504018 }),
  },
]

/** Returns a number that Meta sent as a number or as a string; null for any other value. */
function numeric(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** Returns a decimal string as Meta sent it; a number is converted to a string. Null for any other value. */
function decimal(value: unknown): string | null {
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : textOf(value)
}

function rowOf(raw: Fields): InsightsRow {
  return {
    date: requiredText(raw, 'date_start'),
    campaignId: idOf(raw['campaign_id']),
    campaignName: textOf(raw['campaign_name']),
    adSetId: idOf(raw['adset_id']),
    adSetName: textOf(raw['adset_name']),
    adId: idOf(raw['ad_id']),
    adName: textOf(raw['ad_name']),
    impressions: numeric(raw['impressions']),
    reach: numeric(raw['reach']),
    frequency: decimal(raw['frequency']),
    clicks: numeric(raw['clicks']),
    linkClicks: numeric(raw['inline_link_clicks']),
    ctr: decimal(raw['ctr']),
    cpc: decimal(raw['cpc']),
    cpm: decimal(raw['cpm']),
    spend: decimal(raw['spend']),
    actions: listOf(raw['actions']).flatMap((action) => {
      const [type, value] = [textOf(action['action_type']), numeric(action['value'])]
      return type === null || value === null ? [] : [{ type, value }]
    }),
  }
}

function rowsOf(items: readonly Fields[]): InsightsRow[] {
  return items.map(rowOf).sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

/**
 * Returns the filter that includes archived and deleted objects, which have no rows of their own otherwise. The rows of
 * an ad account contain them in any case.
 * @see
 *   https://developers.facebook.com/documentation/ads-commerce/marketing-api/best-practices/manage-your-ad-object-status
 *   (read 2026-11-29)
 */
function withArchived(level: InsightsLevel): GraphParameters {
  if (level === 'account') return {}
  return { filtering: [{ field: `${level}.effective_status`, operator: 'IN', value: effectiveStatuses[level] }] }
}

function parametersOf({ level, startDate, endDate }: InsightsQuery): GraphParameters {
  return {
    level,
    time_increment: 1,
    time_range: { since: startDate, until: endDate },
    fields: [...fieldsOfLevel[level], ...figures].join(','),
    ...withArchived(level),
  }
}

/**
 * Reads insights synchronously, oldest day first.
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-account/insights (read 2026-11-20)
 */
async function readDirectly(call: FacebookCall, query: InsightsQuery, path: string): Promise<InsightsRow[]> {
  const { items } = await readAdsList(call, {
    purpose: 'read',
    adAccountId: query.adAccountId,
    absent: 'ad_account_not_found',
    rules: tooLargeRules,
    path,
    operation: 'ads.insights.list',
    query: parametersOf(query),
    sizes: [500],
  })
  return rowsOf(items)
}

async function startReport(call: FacebookCall, query: InsightsQuery, path: string): Promise<string> {
  const body = await callAds(call, {
    purpose: 'read',
    adAccountId: query.adAccountId,
    absent: 'ad_account_not_found',
    method: 'POST',
    path,
    operation: 'ads.report.start',
    form: parametersOf(query),
  })
  return requiredId(body, 'report_run_id')
}

const reportFields = [
  ...['async_status', 'async_percent_completion', 'error_code', 'error_subcode', 'error_message', 'error_user_msg'],
].join(',')

/**
 * How a report has ended, keyed by Meta's `async_status`. A report with any other status is not finished.
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/insights/best-practices (read
 *   2026-11-28)
 */
const endings: Readonly<Record<string, 'completed' | 'failed'>> = {
  'Job Completed': 'completed',
  'Job Failed': 'failed',
  'Job Skipped': 'failed',
}

/** Returns how a report has ended; undefined if it has not. It is completed at 100 percent, not by its status alone. */
function endingOf(report: Fields): 'completed' | 'failed' | undefined {
  const status = textOf(report['async_status']) ?? ''
  const ending = Object.hasOwn(endings, status) ? endings[status] : undefined
  const isWhole = (countOf(report['async_percent_completion']) ?? 100) >= 100
  return ending === 'completed' && !isWhole ? undefined : ending
}

const pollMs = [250, 500, 1000, 2000]

function notReady(cause?: unknown): ProviderError {
  const message = 'The platform is still preparing the report; repeat the request to go on waiting for it.'
  return new ProviderError('provider_error', message, 'not_sent', {
    retryAfter: 10,
    ...(cause !== undefined && { cause }),
  })
}

/**
 * Polls a report until it has ended, and returns it.
 * @throws ProviderError `provider_error` if `call.signal` aborts before that; `ad_object_not_found` if Meta does not
 *   know the report
 */
async function awaitReport(call: FacebookCall, query: InsightsQuery, runId: string): Promise<Fields> {
  for (let poll = 0; ; poll++) {
    try {
      const report = await callAds(call, {
        purpose: 'read',
        adAccountId: query.adAccountId,
        absent: 'ad_object_not_found',
        method: 'GET',
        path: `/${runId}`,
        operation: 'ads.report.status',
        query: { fields: reportFields },
      })
      if (endingOf(report)) return report
      await sleep(pollMs[poll] ?? 2000, undefined, { signal: call.signal })
    } catch (error) {
      if (call.signal.aborted) throw notReady(error)
      throw error
    }
  }
}

/**
 * Reads the rows of a completed report, oldest day first.
 * @throws ProviderError `ad_object_not_found` if Meta does not know the report
 */
async function readRows(call: FacebookCall, { adAccountId }: InsightsQuery, runId: string): Promise<InsightsRow[]> {
  const { items } = await readAdsList(call, {
    purpose: 'read',
    adAccountId,
    absent: 'ad_object_not_found',
    path: `/${runId}/insights`,
    operation: 'ads.report.rows',
    sizes: [500, 100],
  })
  return rowsOf(items)
}

/**
 * Reads insights through a report that Meta prepares asynchronously. A report that an earlier read started is
 * continued, so that a report that takes longer than a request is not started repeatedly.
 * @throws ProviderError `provider_error` if the report is not ready when `call.signal` aborts, or if Meta fails to
 *   prepare it or no longer knows it; `provider_rejected` if Meta explains why it does not prepare it, such as for too
 *   much data
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-report-run (read 2026-11-20)
 */
async function readThroughReport(
  call: FacebookCall,
  query: InsightsQuery,
  { path, report }: { path: string; report: ReportMemory },
): Promise<InsightsRow[]> {
  const runId = report.runId ?? (await startReport(call, query, path))
  if (report.runId === null) await report.keep(runId)
  let ended: Fields = {}
  let rows: InsightsRow[] | undefined
  try {
    ended = await awaitReport(call, query, runId)
    if (endingOf(ended) === 'completed') rows = await readRows(call, query, runId)
  } catch (error) {
    // If Meta no longer knows the report, there is no reason for its failure.
    if (!(error instanceof ProviderError) || error.code !== 'ad_object_not_found') throw error
  }
  await report.keep(null)
  if (!rows) throw detailed(reportFailure(ended), [], { purpose: 'read' })
  return rows
}

/**
 * Returns whether a synchronous read may have failed because it was too large: Meta rejects such a read as too large,
 * fails with code 1 or 2, or does not respond in time. Every `provider_error` counts, unless the call was aborted.
 */
function isTooLarge(thrown: unknown, { signal }: FacebookCall): boolean {
  return thrown instanceof ProviderError && thrown.code === 'provider_error' && !signal.aborted
}

/**
 * Reads daily insights, oldest day first; days without delivery are missing. For more days than `maxDirectDays` (31 for
 * ads, up to 365 for the account), or if the direct read fails with `provider_error`, since it may have been too large,
 * Meta prepares an asynchronous report, whose id is kept in `report`. If the report is not ready when `call.signal`
 * aborts, the read fails with `provider_error`; the next read of the same query continues with that report.
 * @throws ProviderError `ad_object_not_found` if the ad account has no campaign `campaignId`; `ad_account_not_found` if
 *   the user cannot access the ad account; `provider_rejected` if Meta explains why it prepares no report
 */
export async function readInsights(
  call: FacebookCall,
  query: InsightsQuery,
  report: ReportMemory,
): Promise<InsightsRow[]> {
  const { adAccountId, campaignId, level } = query
  if (campaignId !== null) await requireInAccount(call, { adAccountId, id: campaignId, kinds: ['campaign'] })
  const path = `/${campaignId ?? adAccountId}/insights`
  const isLarge = daysIn(query.startDate, query.endDate) > maxDirectDays[level]
  if (isLarge || report.runId !== null) return readThroughReport(call, query, { path, report })
  try {
    return await readDirectly(call, query, path)
  } catch (error) {
    if (!isTooLarge(error, call)) throw error
    return readThroughReport(call, query, { path, report })
  }
}
