import type { Capability, CellOf, DateRange, Platform, PlatformWith, ReportFields } from '@carillon/domain'
import type { CallContext } from '../call-context.ts'

/** The names of the analytics reports: the capabilities that begin with `analytics.`, without that prefix. */
type ReportName = Capability extends infer C ? (C extends `analytics.${infer R}` ? R : never) : never

type RowOf<R extends ReportName> = Extract<Capability, `analytics.${R}`>
type ReportCell<P extends Platform, R extends ReportName> = CellOf<RowOf<R>, P>

/** The query of a report, already validated against the capability's cell and completed with its defaults. */
interface ReportQuery<P extends Platform, R extends ReportName> {
  /** The days in UTC, both inclusive; null if the network's period is fixed, or if it reports totals only. */
  window: ReportCell<P, R> extends { defaultDays: number } ? DateRange : null
  /** The network's ids of the videos; null for the newest videos. */
  videoIds: ReportCell<P, R> extends { videoIds: number } ? readonly string[] | null : null
}

type FieldsOf<Id extends string> = Id extends keyof ReportFields ? ReportFields[Id] : never

/**
 * Reads an analytics report from the network: all of its fields except `platform`, `accountId`, `profileId` and
 * `fetchedAt`, which the service adds. A metric that the network does not report is null or an empty list, never 0.
 * Throws `connection_expired` if a scope without which nothing can be reported was not granted, and `page_not_selected`
 * if the connection has no Page. If a limit of the network is reached, throws `rate_limited`, `quota_exhausted` or
 * `provider_error`, each with the seconds to wait; the adapter's error rules for reports decide which.
 */
export type Report<P extends Platform, R extends ReportName, Credentials = unknown> = {
  read(call: CallContext<Credentials>, query: ReportQuery<P, R>): Promise<FieldsOf<`${P}.${R}`>>
}['read']

/**
 * The functions that read a network's analytics, keyed by the name of the report: one for each report that the network
 * supports.
 */
export type ReportsPort<P extends Platform, Credentials = unknown> = {
  [R in ReportName as P extends PlatformWith<RowOf<R>> ? R : never]: Report<P, R, Credentials>
}
