import type { MessageStatus } from '@carillon/domain'
import type { Selectable } from 'kysely'

/**
 * The newest state of comments that networks have pushed. Pushes arrive in any order and repeatedly; a text or a
 * visibility that is older than the stored one changes nothing, and a removal is final.
 */
export interface CommentPushTable {
  accountId: string
  commentId: string
  /** When the newest pushed text was written; null if no text was pushed. */
  bodyAt: Date | null
  /** When the comment was hidden or unhidden; null if neither was pushed. */
  hiddenAt: Date | null
  isHidden: boolean | null
  deleted: boolean
  /** When the latest push arrived. */
  pushedAt: Date
}

export type CommentPushRow = Selectable<CommentPushTable>

/**
 * The time up to which a user has received or read the messages of an account, for networks that report a time instead
 * of message ids.
 */
export interface MessageReceiptTable {
  accountId: string
  participant: string
  status: MessageStatus
  until: Date
  receivedAt: Date
}

export type MessageReceiptRow = Selectable<MessageReceiptTable>

/** Accounts whose events a network pushes to Carillon. */
export interface PushSubscriptionTable {
  accountId: string
  /**
   * The network's id of what is subscribed: the account itself, or a Page that several accounts may share; empty if the
   * account's scopes allow no subscription.
   */
  subject: string
  fields: string[]
  /** When the network last accepted the subscription, or when it was found that the scopes allow none. */
  subscribedAt: Date
}
