import type { Message, Template } from '@carillon/domain'
import type { CallContext } from '../call-context.ts'
import type { WritePort } from './write.ts'

/** A direct message as the network reports it. The service adds Carillon's ids, the account and the time of storing. */
export type ReadMessage = Omit<Message, 'id' | 'platform' | 'accountId' | 'profileId' | 'createdAt' | 'providerId'> & {
  providerId: string
}

export interface Conversation {
  id: string
  /** When the conversation's newest message arrived, ISO 8601; null if the network does not report it. */
  updatedAt: string | null
  /** The network's id of the other participant, which `send` accepts as `recipient`; null if unknown. */
  participant: string | null
  /**
   * The newest messages, newest first, if the network returned them with the list of conversations; null if `messages`
   * of the port has to read them.
   */
  messages: readonly ReadMessage[] | null
}

export interface ConversationPage {
  /** The conversations, newest first. */
  conversations: Conversation[]
  /** The `cursor` of the next page; null on the last page. */
  next: string | null
}

/** A text message to send. */
export interface TextInput {
  /** The network's id of the recipient, as in the `sender` of an inbound message. */
  recipient: string
  text: string
}

/** An approved message template to send. */
export interface TemplateInput {
  /** E.164 phone number, or the id that the network uses for a user without one. */
  recipient: string
  /** The template's name and language, and the values of the parameters in its body, in order. */
  template: { name: string; language: string; bodyParameters: readonly string[] }
}

export interface SentMessage {
  providerId: string
  /** When the network accepted the message, ISO 8601; the time of the call if the network does not report it. */
  occurredAt: string
  /**
   * The recipient in E.164, with the digits that the network reports, which are also those of the sender of a reply;
   * null or omitted if unknown. The message is listed under this number.
   */
  recipient?: string | null
}

/**
 * The functions of an adapter for direct messages, on networks whose conversations can be read. They throw
 * `connection_expired` if the network rejects the token, `connection_expired` or `missing_permission` (depending on the
 * network) if a permission is missing, and `page_not_selected` if the connection has no Page; `send` throws
 * `window_closed` if the user last wrote more than 24 hours ago.
 */
export interface MessagesPort<Credentials = unknown> {
  /**
   * Reads a page of conversations. With `since` (ISO 8601), `next` is null once the page contains a conversation that
   * has not changed since then. Unchanged conversations on that page are returned as well, since a network may list a
   * conversation late that Carillon has not stored yet.
   */
  conversations(
    call: CallContext<Credentials>,
    query: { since: string | null; cursor: string | null },
  ): Promise<ConversationPage>
  /**
   * Returns the messages of a conversation that the network still shows in full, newest first. Calls the network only
   * if `conversation.messages` is null.
   */
  messages(call: CallContext<Credentials>, conversation: Conversation): Promise<readonly ReadMessage[]>
  /** Sends a text message. */
  send: WritePort<TextInput, object, SentMessage, Credentials>
}

/**
 * The functions of an adapter for sending message templates, on a network whose conversations cannot be read. The
 * delivery status of a message arrives by webhook.
 */
export interface TemplatesPort<Credentials = unknown> {
  /**
   * Reads the account's templates in any status, no more than `max`. Throws `reconnect_required` if the business has to
   * sign up again.
   */
  list(call: CallContext<Credentials>, max: number): Promise<Template[]>
  /**
   * Sends a template. Throws `setup_incomplete` if a step of the account's setup is missing, `reconnect_required` if
   * the business has to sign up again, and `provider_error` if the template cannot be sent.
   */
  send: WritePort<TemplateInput, object, SentMessage, Credentials>
}
