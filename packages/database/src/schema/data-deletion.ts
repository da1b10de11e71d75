import type { Platform } from '@carillon/domain'
import type { Generated, Selectable } from 'kysely'

/** Requests of users, posted by a network, that everything be deleted that is held of them. */
export interface DataDeletionTable {
  /** The confirmation code that the network shows to the user. */
  code: string
  platforms: Platform[]
  /** The network's ids of the user; empty once the deletion is complete, as the other ids are. */
  userIds: string[]
  /** The network's ids of the accounts that were deleted, and of what they belong to. */
  objectIds: Generated<string[]>
  /** Our ids of these accounts. */
  accountIds: Generated<string[]>
  requestedAt: Date
  completedAt: Generated<Date | null>
}

export type DataDeletionRow = Selectable<DataDeletionTable>
