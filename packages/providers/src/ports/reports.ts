import type { Capability, Platform, PlatformWith } from '@carillon/domain'
import type { CallContext } from '../call-context.ts'

/** Days in the report's time zone, both inclusive, as YYYY-MM-DD. */
export interface DateWindow {
  startDate: string
  endDate: string
}

/** What a report is asked for: already checked against the rules of its row, and filled with its defaults. */
interface ReportQueries {
  /** No window where the network's is fixed. */
  'account-insights': { window: DateWindow | null }
  'account-analytics': Readonly<Record<never, never>>
  'page-metrics': Readonly<Record<never, never>>
  'channel-insights': { window: DateWindow }
  /** No ids: the newest videos. No window where the network reports totals only. */
  'video-insights': { videoIds: readonly string[] | null; window: DateWindow | null }
}

export type ReportName = keyof ReportQueries
export type ReportQuery<R extends ReportName> = ReportQueries[R]

/** The fields of each report, by `platform.report`, from its schema in domain/reports. Reports without an entry are any object. */
// biome-ignore lint/suspicious/noEmptyInterface: entries come with the reports
export interface ReportFields {}

type FieldsOf<Id extends string> = Id extends keyof ReportFields ? ReportFields[Id] : object

/**
 * Reads a report live: all of its fields except `platform`, `accountId`, `profileId` and `fetchedAt`, which the service adds.
 * A figure that the network does not report is null or an empty list, never 0. Throws `connection_expired` when the scope
 * was not granted, `rate_limited` or `quota_exhausted` where the network counts.
 */
export type Report<P extends Platform, R extends ReportName, Credentials> = {
  read(call: CallContext<Credentials>, query: ReportQuery<R>): Promise<FieldsOf<`${P}.${R}`>>
}['read']

type RowOf<R extends ReportName> = Extract<Capability, `analytics.${R}`>

/** One function for each report that the network has. */
export type ReportsPort<P extends Platform, Credentials = unknown> = {
  [R in ReportName as P extends PlatformWith<RowOf<R>> ? R : never]: Report<P, R, Credentials>
}
