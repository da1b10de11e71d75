/**
 * Accounts that have changed or were deleted and have more schedules than the change itself could have checked. A row
 * is deleted once a worker has had all of them checked.
 */
export interface ChangedAccountTable {
  accountId: string
  /** The due time of the last schedule that is checked, in the order of their due times and ids. */
  dueAt: Date
  /** The id of that schedule. */
  id: string
}
