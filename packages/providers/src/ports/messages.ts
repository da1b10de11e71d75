import type { Message, Template } from '@carillon/domain'
import type { CallContext } from '../call-context.ts'
import type { WritePort } from './write.ts'

/** A message as the network reports it; the service adds its own ids and the time of storing. */
export type ReadMessage = Omit<Message, 'id' | 'platform' | 'accountId' | 'profileId' | 'createdAt' | 'providerId'> & {
  providerId: string
}

export interface Conversation {
  id: string
  /** When its newest message arrived, ISO 8601; null if the network does not report it. */
  updatedAt: string | null
  /** The other participant's id at the network, which `send` takes as `recipient`; null if unknown. */
  participant: string | null
  /** Its newest messages, newest first, where they came with the list; null where `messages` has to read them. */
  messages: readonly ReadMessage[] | null
}

export interface ConversationPage {
  /** Newest first. */
  conversations: Conversation[]
  next: string | null
}

/** A text reply to be sent. */
export interface TextInput {
  /** The participant's id at the network, from the `sender` of an inbound message. */
  recipient: string
  text: string
}

/** An approved template to be sent. */
export interface TemplateInput {
  /** E.164 phone number, or the id that the network uses for a user without one. */
  recipient: string
  template: { name: string; language: string; bodyParameters: readonly string[] }
}

export interface SentMessage {
  providerId: string
  /** When the network accepted it, ISO 8601; the time of the call if the network does not report it. */
  occurredAt: string
  /**
   * How the network spells the recipient, and later the sender of a reply; null or omitted if unknown. The
   * message is listed under this spelling.
   */
  recipient?: string | null
}

/**
 * Direct messages that are read from the network. Throws `missing_permission` or `connection_expired` as the network's
 * rules say, `page_not_selected` for a connection without Page, `window_closed` from a send beyond 24 hours.
 */
export interface MessagesPort<Credentials = unknown> {
  /**
   * A page of conversations. With `since` (ISO 8601), `next` is null as soon as one of them has not changed since then;
   * such conversations are listed all the same, because a network can list one late that is unknown here.
   */
  conversations(
    call: CallContext<Credentials>,
    query: { since: string | null; cursor: string | null },
  ): Promise<ConversationPage>
  /**
   * The messages of a conversation that the network still shows in full, newest first: those that came with the list,
   * so that most conversations need no separate call.
   */
  messages(call: CallContext<Credentials>, conversation: Conversation): Promise<readonly ReadMessage[]>
  /** Sends a text. */
  send: WritePort<TextInput, object, SentMessage, Credentials>
}

/** Sends templates on a network without a readable history: their delivery status arrives by webhook. */
export interface TemplatesPort<Credentials = unknown> {
  /** The templates of the account, whatever their status, `max` at most. Throws `reconnect_required`. */
  list(call: CallContext<Credentials>, max: number): Promise<Template[]>
  /** Throws `setup_incomplete`, `reconnect_required`, and `provider_error` for a template that cannot be sent. */
  send: WritePort<TemplateInput, object, SentMessage, Credentials>
}
