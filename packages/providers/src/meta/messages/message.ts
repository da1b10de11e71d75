import type { CallContext } from '../../call-context.ts'
import { type Fields, idOf, listOf, objectOf, stringOf, textOf, timeOf } from '../../json.ts'
import type { Conversation, ReadMessage } from '../../ports/messages.ts'
import { storableText } from '../../storable-text.ts'
import type { Inbox } from './inbox.ts'

/**
 * Only this many of the newest messages of a conversation have details. Older ones are reported as deleted, or with id
 * and time only.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/conversations-api (read 2026-11-20)
 */
export const detailedMessages = 20

/** Requests the messages of a conversation as one of its fields. */
export const messagesField = `messages.limit(${detailedMessages}){id,created_time,from,to,message}`

/** The fields requested of a conversation. */
export const conversationFields = `id,updated_time,participants,${messagesField}`

/** The name of a participant: Messenger reports `name`, Instagram `username`. */
function nameOf({ name, username }: Fields): string | null {
  return textOf(name) ?? textOf(username)
}

/**
 * Converts a message. One without a sender no longer has details and is omitted. Only text is reported of the content:
 * it is empty for media, stickers, reactions and shared locations; the label of a button is an ordinary text.
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

/** Reads the messages among a conversation's fields, newest first. */
export function messagesIn<C>(inbox: Inbox<C>, call: CallContext<C>, { messages }: Fields): ReadMessage[] {
  return listOf(objectOf(messages)['data']).flatMap((message) => toMessage(inbox, call, message))
}

/** The conversation of the API for a conversation of Graph; an empty list if its id is missing. */
export function toConversation<C>(inbox: Inbox<C>, call: CallContext<C>, fields: Fields): Conversation[] {
  const id = idOf(fields['id'])
  if (id === null) return []
  const participants = listOf(objectOf(fields['participants'])['data'])
  const other = participants.find((participant) => !inbox.isAccount(call, participant))
  return [
    {
      id,
      updatedAt: timeOf(fields['updated_time']),
      participant: idOf(other?.['id']),
      messages: fields['messages'] === undefined ? null : messagesIn(inbox, call, fields),
    },
  ]
}
