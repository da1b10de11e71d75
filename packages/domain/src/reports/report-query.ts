import { type Capability, cellOf } from '../capabilities.ts'
import { type DateRange, type DateRangeRules, resolveDateRange } from '../date-range.ts'
import type { Platform } from '../platforms.ts'
import { parseVideoIds } from '../video-ids.ts'

/** The capabilities that are reports. */
export type ReportCapability = Extract<Capability, `analytics.${string}`>

export interface ReportQueryParameters extends Partial<DateRange> {
  videoIds?: string
}

/** The query of a report after validation, with defaults applied. */
export interface ResolvedReportQuery {
  /** The range of days; null if the network's range is fixed or the report has only totals. */
  window: DateRange | null
  /** The requested videos; null if none were sent. */
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
 * Validates the query of a report by the rules of its cell in the capability matrix and applies the defaults. The days
 * are ignored if the cell has no rules for them.
 * @throws ServiceError `invalid_request` for days or ids that break the rules, or for any ids if the cell allows none
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
