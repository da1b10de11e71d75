import type { CallContext } from '../../call-context.ts'
import { type Fields, idOf, listOf, objectOf, stringOf, textOf, timeOf } from '../../json.ts'
import type { Conversation, ReadMessage } from '../../ports/messages.ts'
import { requiredId } from '../../required-fields.ts'
import { storableText } from '../../storable-text.ts'
import type { Inbox } from './inbox.ts'

/**
 * The number of messages of a conversation for which Meta returns details: the newest ones. Older messages are reported
 * as deleted, or with only id and time.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/conversations-api
 *   (read 2026-11-20)
 */
export const detailedMessages = 20

/** The field of a conversation that requests its newest messages. */
export const messagesField = `messages.limit(${detailedMessages}){id,created_time,from,to,message}`

/** The fields that are requested for a conversation, its newest messages included. */
export const conversationFields = `id,updated_time,participants,${messagesField}`

/**
 * Returns the name of a participant, which Messenger reports as `name` and Instagram as `username`; null without one.
 */
function nameOf({ name, username }: Fields): string | null {
  return textOf(name) ?? textOf(username)
}

/**
 * Converts a message to a list with one item. The list is empty if the id, time or sender is missing, as in older
 * messages, of which Meta no longer returns the details. `body` is the text of the message, and the label of a button
 * that was tapped. For media, stickers, reactions and shared locations it is empty, and `type` is `unsupported`.
 * @see https://developers.facebook.com/docs/messenger-platform/instagram/features/conversation (read 2026-11-20)
 */
function toMessage<C>(inbox: Inbox<C>, call: CallContext<C>, fields: Fields): ReadMessage[] {
  const from = objectOf(fields['from'])
  const [to = {}] = listOf(objectOf(fields['to'])['data'])
  const [providerId, occurredAt, author] = [idOf(fields['id']), timeOf(fields['created_time']), idOf(from['id'])]
  if (providerId === null || occurredAt === null || author === null) return []
  const isOwn = inbox.isAccount(call, from)
  const body = storableText(stringOf(fields['message']) ?? '')
  return [
    {
      providerId,
      direction: isOwn ? 'outbound' : 'inbound',
      type: body === '' ? 'unsupported' : 'text',
      sender: isOwn ? null : author,
      recipient: isOwn ? idOf(to['id']) : null,
      senderName: isOwn ? null : nameOf(from),
      recipientName: isOwn ? nameOf(to) : null,
      body,
      status: isOwn ? 'sent' : 'received',
      error: null,
      occurredAt,
    },
  ]
}

/**
 * Converts the messages among a conversation's fields, newest first; an empty list without any. Messages without
 * an id, a time or a sender, of which Meta no longer returns the details, are omitted. Makes no call.
 */
export function messagesIn<C>(inbox: Inbox<C>, call: CallContext<C>, { messages }: Fields): ReadMessage[] {
  return listOf(objectOf(messages)['data']).flatMap((message) => toMessage(inbox, call, message))
}

/** Returns the participants of a conversation of the Graph API, the account included; an empty list without any. */
export function participantsOf({ participants }: Fields): Fields[] {
  return listOf(objectOf(participants)['data'])
}

/**
 * Converts a conversation of the Graph API.
 * @throws ProviderError `provider_error` with the outcome `indeterminate` if the id is missing
 */
export function toConversation<C>(inbox: Inbox<C>, call: CallContext<C>, fields: Fields): Conversation {
  const other = participantsOf(fields).find((participant) => !inbox.isAccount(call, participant))
  return {
    id: requiredId(fields),
    updatedAt: timeOf(fields['updated_time']),
    participant: idOf(other?.['id']),
    messages: fields['messages'] === undefined ? null : messagesIn(inbox, call, fields),
  }
}
