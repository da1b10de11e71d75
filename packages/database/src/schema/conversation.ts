import type { Generated, Selectable } from 'kysely'

/** Conversations as they were when their messages were last read. */
export interface ConversationTable {
  accountId: string
  providerId: string
  participant: string | null
  /** When the network last changed it; null if the network does not report it. */
  updatedAt: Date | null
}

export type ConversationRow = Selectable<ConversationTable>

/** The state of the reading of an account's conversations. */
export interface MessageSyncTable {
  accountId: string
  leaseBy: string | null
  leaseUntil: Date | null
  /** When a reading that was then completed had begun. */
  syncedAt: Date | null
  /** When the first of them had begun: what was there before it is history. Null in rows that are older than the column. */
  firstSyncedAt: Generated<Date | null>
}
