/** A report that a network prepares in the background, by the query that it is for. */
export interface AdReportTable {
  accountId: string
  /** The query as text; equal queries share a report. */
  query: string
  /** The network's id of the report. */
  runId: string
  startedAt: Date
}
