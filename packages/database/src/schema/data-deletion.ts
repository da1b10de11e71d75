import type { Platform } from '@carillon/domain'
import type { Generated, Selectable } from 'kysely'

/** Requests of users, sent by a network, to delete all data about them. */
export interface DataDeletionTable {
  /** The confirmation code that the network shows to the user. */
  code: string
  platforms: Platform[]
  /** The network's ids of the user; empty once the deletion is complete. */
  userIds: string[]
  /**
   * The network's ids of the deleted accounts and of their owners, such as a business; empty once the deletion is
   * complete.
   */
  objectIds: Generated<string[]>
  /** Carillon's ids of the deleted accounts, which are kept after the deletion is complete. */
  accountIds: Generated<string[]>
  requestedAt: Date
  completedAt: Generated<Date | null>
}

export type DataDeletionRow = Selectable<DataDeletionTable>
