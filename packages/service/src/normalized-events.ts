import type { AccountUpdate, CommentChange, Receipt, ReceivedMessage, StatusChange } from '@carillon/providers'

/** The events of a batch of incoming webhooks in Carillon's form, by kind, each in the order in which they arrived. */
export interface Normalized {
  messages: ReceivedMessage[]
  statuses: StatusChange[]
  account: TimedUpdate[]
  comments: CommentChange[]
  receipts: Receipt[]
}

/** An event about an account with its time: the network's, or the time of arrival if the network sends none. */
export type TimedUpdate = AccountUpdate & { at: Date }

/**
 * Carillon's account ids, keyed by the network's id that events carry. The list has several ids if the same social
 * account is connected to several profiles, of one or of several organizations.
 */
export type AccountsByProviderId = ReadonlyMap<string, readonly string[]>
