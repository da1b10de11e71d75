import { type Capability, cellOf } from '../capabilities.ts'
import { type DateRange, type DateRangeRules, resolveDateRange } from '../date-range.ts'
import type { Platform } from '../platforms.ts'
import { parseVideoIds } from '../video-ids.ts'

/** The rows of the matrix that are reports. */
export type ReportCapability = Extract<Capability, `analytics.${string}`>

export interface ReportQueryParameters extends Partial<DateRange> {
  videoIds?: string
}

/** The query of a report, checked against the rules of its cell and completed with its defaults. */
export interface ResolvedReportQuery {
  /** Null where the network's window is fixed, or where it reports totals only. */
  window: DateRange | null
  /** Null if none was sent. */
  videoIds: readonly string[] | null
}

function rulesOf(cell: object): DateRangeRules | null {
  return 'defaultDays' in cell && typeof cell.defaultDays === 'number'
    ? { ...cell, defaultDays: cell.defaultDays }
    : null
}

function maxVideoIdsOf(cell: object): number {
  return 'videoIds' in cell && typeof cell.videoIds === 'number' ? cell.videoIds : 0
}

/**
 * Applies the rules of a report's capability to the query of a request.
 * @throws ServiceError `invalid_request` for days or ids that break them
 */
export function resolveReportQuery(
  query: ReportQueryParameters,
  { capability, platform, now }: { capability: ReportCapability; platform: Platform; now: Date },
): ResolvedReportQuery {
  const cell = cellOf(capability, platform) || {}
  const rules = rulesOf(cell)
  return {
    window: rules && resolveDateRange(query, { rules, now }),
    videoIds: parseVideoIds(query.videoIds, maxVideoIdsOf(cell)),
  }
}
