import type { MessageStatus } from '@carillon/domain'
import type { Selectable } from 'kysely'

/**
 * The newest state of a comment that its network pushed. Pushes arrive in any order and more than once: one that is older
 * than this changes nothing.
 */
export interface CommentPushTable {
  accountId: string
  commentId: string
  /** When the text was written that was pushed last; null if none was. */
  bodyAt: Date | null
  /** When it was hidden or shown; null if neither was pushed. */
  hiddenAt: Date | null
  isHidden: boolean | null
  deleted: boolean
  /** When the latest push arrived. */
  pushedAt: Date
}

export type CommentPushRow = Selectable<CommentPushTable>

/** Up to when a user's messages from an account have a status, for networks that report a time instead of ids. */
export interface MessageReceiptTable {
  accountId: string
  participant: string
  status: MessageStatus
  until: Date
  receivedAt: Date
}

export type MessageReceiptRow = Selectable<MessageReceiptTable>

/** Accounts whose events a network pushes to us. */
export interface PushSubscriptionTable {
  accountId: string
  /** What is subscribed at the network: the account itself, or a Page that several accounts may share. */
  subject: string
  fields: string[]
  /** When the network last accepted the subscription. */
  subscribedAt: Date
}
