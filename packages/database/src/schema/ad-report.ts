/** Reports about ads that a network prepares in the background, keyed by account and query. */
export interface AdReportTable {
  accountId: string
  /** The query as JSON text; equal queries share a report. */
  query: string
  /** The network's id of the report. */
  runId: string
  startedAt: Date
}
