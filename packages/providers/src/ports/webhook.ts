import type { Comment, MessageStatus, SetupStep } from '@carillon/domain'
import type { App } from '../call-context.ts'
import type { ReadMessage } from './messages.ts'

/** An inbound message, with the account that it is for. */
export interface ReceivedMessage extends ReadMessage {
  accountProviderId: string
}

/** The delivery status of a message that Carillon sent. */
export interface StatusChange {
  accountProviderId: string
  /** The network's id of the message. */
  providerId: string
  /** The `writeId` of the send, a uuid, where the event repeats it; decides a send whose response was lost. */
  writeId: string | null
  status: MessageStatus
  /** How the network spells the recipient; null if unknown. */
  recipient: string | null
  /** ISO 8601. */
  occurredAt: string
  /** Set with `failed`: the network's code and our message. */
  error: { code: string; message: string } | null
  /** The step of the account's setup that a failure shows to be missing; null where it shows none. */
  missing: SetupStep | null
}

/**
 * The effect of an event on the account: `revoked`, the connection cannot be used until the user reconnects it;
 * `restricted` and `restored`, the network limits what it may send, or no longer does; `template` and `quality`, the
 * network's decision on a template or its rating of a number; `error`, an error that belongs to no message.
 */
export type AccountUpdateKind = 'revoked' | 'restricted' | 'restored' | 'template' | 'quality' | 'error' | 'other'

/** An event about the account itself. */
export interface AccountUpdate {
  /** Null where the network names only the business account, with everything under it. */
  accountProviderId: string | null
  /** The `businessAccountId` of the sign-up. */
  businessAccountId: string
  kind: AccountUpdateKind
  /** The network's word for it, in lower case: `partner_removed`, `approved`, `flagged`; the code of an error. */
  event: string
  /** The name of the template or the digits of the number that it concerns; null if it concerns neither. */
  subject: string | null
  /** The language of the template that it concerns. */
  language?: string
  /** The step of the setup that an error shows to be missing; null where it shows none. */
  missing: SetupStep | null
  /** ISO 8601; null where the network names no time, so that the event's arrival counts. */
  occurredAt: string | null
}

/** A user's report for all messages that the account sent to that user up to a time. */
export interface Receipt {
  accountProviderId: string
  /** The user's id at the network, as in the `recipient` of messages. */
  participant: string
  status: MessageStatus
  /** ISO 8601; the time of the last message that it covers. */
  until: string
}

/**
 * What happened to a comment. `written` has the whole comment, whether it is new or was edited: its text is that as of
 * `at`.
 */
type CommentEvent =
  | { kind: 'written'; comment: Comment; isEdit: boolean; permalink: string | null }
  | { kind: 'hidden'; isHidden: boolean }
  | { kind: 'removed' }

/** A change of a comment on a post of the account, by whomever. */
export type CommentChange = CommentEvent & {
  accountProviderId: string
  commentId: string
  /** ISO 8601; the order of two changes of one comment. */
  at: string
}

export interface WebhookEvents {
  messages: ReceivedMessage[]
  statuses: StatusChange[]
  account: AccountUpdate[]
  /** Omitted by networks that post none, as are `receipts`. */
  comments?: CommentChange[]
  receipts?: Receipt[]
  /** Events of other kinds, or whose fields cannot be read: counted, never discarded silently. */
  skipped: number
}

/** Events that a network posts to us. Pure functions of the request: no call to the network, no clock. */
export interface WebhookPort {
  /** The challenge to respond with when the network verifies our URL; null when the token is not the configured one. */
  verify(app: App, query: Readonly<Record<string, string>>): string | null
  /** Whether the raw body carries a signature by one of the app's secrets; compared in constant time. */
  isSigned(app: App, request: { headers: Readonly<Record<string, string | undefined>>; body: Uint8Array }): boolean
  /** The events of a parsed body. One broken event never loses the others; a body of another kind has none. */
  normalize(body: unknown): WebhookEvents
}
