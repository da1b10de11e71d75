/** Selects a page of a list that is ordered by a time and an id. */
export interface ListPage {
  /** The maximum number of rows; no limit if absent. */
  limit?: number
  /** The last row of the previous page; absent for the first page. */
  after?: { at: Date; id: string }
}
