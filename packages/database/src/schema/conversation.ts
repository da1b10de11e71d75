import type { Generated, Selectable } from 'kysely'

/** Conversations of accounts, in the state of the last read of their messages. */
export interface ConversationTable {
  accountId: string
  providerId: string
  participant: string | null
  /** When the network last changed the conversation; null if the network does not report it. */
  updatedAt: Date | null
  /** When the last read of its messages began; null in rows older than this column. */
  readAt: Date | null
}

/** One conversation. */
export type ConversationRow = Selectable<ConversationTable>

/** The state of reading an account's conversations from the network. */
export interface MessageSyncTable {
  accountId: string
  leaseBy: string | null
  leaseUntil: Date | null
  /** When the latest completed read began. */
  syncedAt: Date | null
  /**
   * When the first completed read began: messages from before it raise no events. Null before it, and in rows older
   * than this column.
   */
  firstSyncedAt: Generated<Date | null>
}
