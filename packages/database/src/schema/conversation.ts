import type { Selectable } from 'kysely'

/** Conversations as they were when their messages were last read. */
export interface ConversationTable {
  account_id: string
  provider_id: string
  participant: string | null
  /** When the network last changed it; null where the network does not tell. */
  updated_at: Date | null
}

export type ConversationRow = Selectable<ConversationTable>

/** The state of the reading of an account's conversations. */
export interface MessageSyncTable {
  account_id: string
  lease_by: string | null
  lease_until: Date | null
  /** When a reading that was then completed had begun. */
  synced_at: Date | null
}
