import type { Generated, Selectable } from 'kysely'

/** Conversations of accounts, in the state of the last read of their messages. */
export interface ConversationTable {
  accountId: string
  providerId: string
  participant: string | null
  /** When the network last changed the conversation; null if the network does not report it. */
  updatedAt: Date | null
  /** When the page of the list with which its messages were last read was requested; null in rows older than this column. */
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
  /** The network's cursor of the next page of a read that was interrupted; null if there is none. */
  resumeCursor: Generated<string | null>
  /** When that read began. */
  resumeBegunAt: Generated<Date | null>
}
