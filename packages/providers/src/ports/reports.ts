import type { Capability, CellOf, DateRange, Platform, PlatformWith, ReportFields } from '@carillon/domain'
import type { CallContext } from '../call-context.ts'

/** The reports by name: the rows of the matrix that begin with `analytics.`. */
type ReportName = Capability extends infer C ? (C extends `analytics.${infer R}` ? R : never) : never

type RowOf<R extends ReportName> = Extract<Capability, `analytics.${R}`>
type ReportCell<P extends Platform, R extends ReportName> = CellOf<RowOf<R>, P>

/** The query of a report, already checked against the rules of its cell and completed with its defaults. */
interface ReportQuery<P extends Platform, R extends ReportName> {
  /** Days in UTC, both inclusive; null where the network's window is fixed, or where it reports totals only. */
  window: ReportCell<P, R> extends { defaultDays: number } ? DateRange : null
  /** Null for the newest videos. */
  videoIds: ReportCell<P, R> extends { videoIds: number } ? readonly string[] | null : null
}

type FieldsOf<Id extends string> = Id extends keyof ReportFields ? ReportFields[Id] : never

/**
 * Reads a report live: all of its fields except `platform`, `accountId`, `profileId` and `fetchedAt`, which the service
 * adds. A figure that the network does not report is null or an empty list, never 0. Throws `connection_expired` when
 * the scope was not granted, `rate_limited` or `quota_exhausted` where the network counts.
 */
export type Report<P extends Platform, R extends ReportName, Credentials = unknown> = {
  read(call: CallContext<Credentials>, query: ReportQuery<P, R>): Promise<FieldsOf<`${P}.${R}`>>
}['read']

/** One function for each report that the network has. */
export type ReportsPort<P extends Platform, Credentials = unknown> = {
  [R in ReportName as P extends PlatformWith<RowOf<R>> ? R : never]: Report<P, R, Credentials>
}
