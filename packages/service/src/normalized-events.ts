import type { AccountUpdate, CommentChange, Receipt, ReceivedMessage, StatusChange } from '@carillon/providers'

/** The normalized events of a batch, in the order in which they arrived. */
export interface Normalized {
  messages: ReceivedMessage[]
  statuses: StatusChange[]
  account: TimedUpdate[]
  comments: CommentChange[]
  receipts: Receipt[]
}

/** An event about an account with its time, which is that of its arrival where the network names none. */
export type TimedUpdate = AccountUpdate & { at: Date }

/**
 * Ids of our accounts by the ids that events name them by; an account that several organizations connected is there for
 * each.
 */
export type AccountsByProviderId = ReadonlyMap<string, readonly string[]>
