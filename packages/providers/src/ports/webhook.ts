import type { MessageStatus } from '@carillon/domain'
import type { App } from '../call-context.ts'
import type { ReadMessage } from './messages.ts'

/** An inbound message, with the account that it is for. */
export interface ReceivedMessage extends ReadMessage {
  accountProviderId: string
}

/** What became of a message that we sent. */
export interface StatusChange {
  accountProviderId: string
  /** The network's id of the message. */
  providerId: string
  /** The `writeId` of the send, where the network repeats it in the event; decides a send whose response was lost. */
  writeId: string | null
  status: MessageStatus
  /** ISO 8601. */
  occurredAt: string
  /** Set with `failed`: the network's code and our message. */
  error: { code: string; message: string } | null
}

/** Something about the account itself: banned, restored, its number renamed, its permissions withdrawn. */
export interface AccountUpdate {
  accountProviderId: string
  event: string
}

export interface WebhookEvents {
  messages: ReceivedMessage[]
  statuses: StatusChange[]
  account: AccountUpdate[]
  /** Events that are none of the above, or whose fields cannot be read: counted, never lost silently. */
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
