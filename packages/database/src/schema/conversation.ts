import type { Generated, Selectable } from 'kysely'

/** Conversations of accounts, in the state of the last read of their messages. */
export interface ConversationTable {
  accountId: string
  providerId: string
  participant: string | null
  /** When the network last changed the conversation; null if the network does not report it. */
  updatedAt: Date | null
  /**
   * When the list of conversations was requested from the network, shortly before the messages of this conversation
   * were last read; null in rows older than this column.
   */
  readAt: Date | null
}

export type ConversationRow = Selectable<ConversationTable>

/** The state of reading an account's conversations from the network. */
export interface MessageSyncTable {
  accountId: string
  leaseBy: string | null
  leaseUntil: Date | null
  /** When the latest completed read of the account's conversations began; null before the first. */
  syncedAt: Date | null
  /**
   * When the first completed read of the account's conversations began: messages from before it raise no events. Null
   * until a read is completed, and in rows older than this column.
   */
  firstSyncedAt: Generated<Date | null>
  /**
   * The network's cursor of the next page of a read that was interrupted; null if the next read begins with the first
   * page.
   */
  resumeCursor: Generated<string | null>
  /** When the interrupted read began that `resumeCursor` continues; null if `resumeCursor` is null. */
  resumeBegunAt: Generated<Date | null>
}
