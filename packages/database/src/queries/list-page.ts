/** A part of a list that is ordered by a time and an id. */
export interface ListPage {
  /** The maximum number of rows; all of them if absent. */
  limit?: number
  /** Only rows after this one. */
  after?: { at: Date; id: string }
}
