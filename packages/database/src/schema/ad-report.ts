/** A report that a network prepares in the background, by the query that it is for. */
export interface AdReportTable {
  account_id: string
  /** The query as text; equal queries share a report. */
  query: string
  /** The network's id of the report. */
  run_id: string
  started_at: Date
}
