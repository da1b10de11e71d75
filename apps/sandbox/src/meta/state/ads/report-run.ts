import type { InsightsRow } from './insights-row.ts'
import type { InsightsQuery } from './report-query.ts'
import type { AdsSettings, ReportOutcome } from './settings.ts'

/** A report that is prepared in the background. */
export interface ReportRun {
  id: string
  adAccountId: string
  query: InsightsQuery
  /** Milliseconds since the epoch. */
  createdAt: number
  /** When preparation ends, in ms since the epoch. `outcome` is its result. */
  endsAt: number
  outcome: ReportOutcome
  /** The rows, which are computed when they are first read; null before. */
  rows: InsightsRow[] | null
}

const ENDS: Record<ReportOutcome, string> = {
  completed: 'Job Completed',
  failed: 'Job Failed',
  skipped: 'Job Skipped',
  stuck: 'Job Running',
}

/**
 * Returns the progress of a report at a time in ms since the epoch; `percent` is from 0 to 100.
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/insights/best-practices (read
 *   2026-11-28)
 */
export function progressOf(
  { createdAt, endsAt, outcome }: ReportRun,
  now: number,
): { status: string; percent: number } {
  const length = Math.max(1, endsAt - createdAt)
  const percent = Math.min(100, Math.floor(((now - createdAt) / length) * 100))
  if (now >= endsAt && outcome !== 'stuck') return { status: ENDS[outcome], percent: outcome === 'completed' ? 100 : 0 }
  if (percent < 20) return { status: 'Job Not Started', percent: 0 }
  if (percent < 40) return { status: 'Job Started', percent: 0 }
  return { status: 'Job Running', percent: Math.min(percent, 95) }
}

/**
 * Creates a report with the id `id` that starts at `now` (ms since the epoch) and ends after `settings.reportMs` with
 * the outcome `settings.reportOutcome`. The caller stores it.
 */
export function newRun(
  query: InsightsQuery,
  { id, now, settings }: { id: string; now: number; settings: AdsSettings },
): ReportRun {
  const { reportMs, reportOutcome } = settings
  const { adAccountId } = query
  return { id, adAccountId, query, createdAt: now, endsAt: now + reportMs, outcome: reportOutcome, rows: null }
}
