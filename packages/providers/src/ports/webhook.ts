import type { Comment, MessageStatus, SetupStep } from '@carillon/domain'
import type { App } from '../call-context.ts'
import type { ReadMessage } from './messages.ts'

/**
 * A message that an account received or, on networks that report these as well, sent, with the network's id of the
 * account.
 */
export interface ReceivedMessage extends ReadMessage {
  accountProviderId: string
  /**
   * True for the new text of a message that its sender has edited: `providerId` is that of the edited message, and
   * `occurredAt` the time of the edit.
   */
  isEdit?: true
}

/** A change of the delivery status of a message that the account sent. */
export interface StatusChange {
  accountProviderId: string
  /** The network's id of the message. */
  providerId: string
  /**
   * Carillon's id of the external write that sent the message, if the event repeats it, which proves that a send whose
   * response was lost took effect. Also any other UUID that another client of the number put into the message; null
   * otherwise.
   */
  writeId: string | null
  status: MessageStatus
  /**
   * The recipient in E.164, with the digits that the network reports, which can differ from those that were sent; null
   * if unknown.
   */
  recipient: string | null
  /** ISO 8601. */
  occurredAt: string
  /** The network's error code (`unknown` without one) with Carillon's message; null unless `status` is `failed`. */
  error: { code: string; message: string } | null
  /** The step of the account's setup that the failure shows to be missing; null if it shows none. */
  missing: SetupStep | null
}

/**
 * The effect of an event on an account. `revoked`: the connection cannot be used until the user reconnects it.
 * `restricted`, `restored`: the network limits what the account may send, or no longer does. `template`, `quality`: the
 * network's decision on a template, or its rating of a number. `error`: an error that concerns no particular message.
 * `other`: any other event about the account.
 */
export type AccountUpdateKind = 'revoked' | 'restricted' | 'restored' | 'template' | 'quality' | 'error' | 'other'

/** An event about the account itself rather than about a message or comment. */
export interface AccountUpdate {
  /**
   * The network's id of the account; null if the event names only the business account. It then applies to all accounts
   * of that business, even if `subject` is the number of one of them.
   */
  accountProviderId: string | null
  /** The network's id of the business account, as in `businessAccountId` of the sign-up. */
  businessAccountId: string
  kind: AccountUpdateKind
  /**
   * The network's name of the event in lower case, such as `partner_removed`, `approved` or `flagged`; for an error,
   * its code.
   */
  event: string
  /**
   * The name of the template or the digits of the phone number that the event concerns; null if it concerns neither.
   */
  subject: string | null
  /**
   * The language of the template that the event concerns; omitted if it concerns no template or reports no language.
   */
  language?: string
  /** The category of the template in lower case, such as `utility`; omitted like `language`. */
  category?: string
  /** The step of the account's setup that an error shows to be missing; null if it shows none. */
  missing: SetupStep | null
  /** ISO 8601; null if the network reports no time, in which case the time of arrival is used. */
  occurredAt: string | null
}

/**
 * A report that a user has received or read (`status`) all messages that the account sent to that user up to a time.
 */
export interface Receipt {
  /** The network's id of the account that sent the messages. */
  accountProviderId: string
  /** The network's id of the user, as in the `recipient` of messages. */
  participant: string
  status: MessageStatus
  /** The time of the last message that the report covers, ISO 8601. */
  until: string
}

/**
 * The event of a comment: it was written (new or, with `isEdit`, edited), hidden or unhidden, or removed. `comment` has
 * its text as of `at`, but no figures: `likeCount` is 0. `permalink` is the post's, null if the event does not contain
 * it. With `isOnAd` the comment is on an ad, whose comments the network does not list: `mediaId` is then the ad's. With
 * `mayBePart`, `mediaId` may be that of a part of the post, such as an image of an album: `postOf` of the adapter's
 * functions for comments returns that of the post.
 */
type CommentEvent =
  | { kind: 'written'; comment: Comment; isEdit: boolean; permalink: string | null; isOnAd?: true; mayBePart?: true }
  | { kind: 'hidden'; isHidden: boolean }
  | { kind: 'removed' }

/** A change of a comment on a post of the account, made by any user or by the account. All ids are the network's. */
export type CommentChange = CommentEvent & {
  accountProviderId: string
  commentId: string
  /** When the change happened, ISO 8601. Of two changes of one comment, the one with the later time applies. */
  at: string
}

export interface WebhookEvents {
  messages: ReceivedMessage[]
  statuses: StatusChange[]
  account: AccountUpdate[]
  /** Omitted, like `receipts`, if the network posts no such events. */
  comments?: CommentChange[]
  receipts?: Receipt[]
  /**
   * The number of events of other kinds, or with fields that cannot be read. They are counted so that no event is
   * discarded unnoticed.
   */
  skipped: number
}

/**
 * Reads the events that a network posts to Carillon's webhook. Pure functions of the request: they make no call and use
 * no clock.
 */
export interface WebhookPort {
  /**
   * Returns the challenge to respond with when the network verifies the webhook's URL; null if the request does not
   * contain the configured verify token.
   */
  verify(app: App, query: Readonly<Record<string, string>>): string | null
  /** Returns whether the raw body is signed with one of the app's secrets; compared in constant time. */
  isSigned(app: App, request: { headers: Readonly<Record<string, string | undefined>>; body: Uint8Array }): boolean
  /**
   * Returns the events of a parsed body. An invalid event does not prevent the others from being returned; a body that
   * is not an event of this network has no events. An account event that names another app than `app` is returned
   * without effect (`other`); without `app`, the named app is not compared.
   */
  normalize(body: unknown, app?: Pick<App, 'secrets'>): WebhookEvents
}
