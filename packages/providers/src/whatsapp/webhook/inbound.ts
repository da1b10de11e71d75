import { e164 } from '@carillon/domain'
import { type Fields, listOf, objectOf, stringOf, textOf } from '../../json.ts'
import { eventId, eventText, eventTime } from '../../meta/webhook/event-values.ts'
import type { ReceivedMessage } from '../../ports/webhook.ts'

/**
 * Functions that return the text of a message, keyed by message type. Captions belong to media and are omitted.
 * @see https://github.com/facebook/openapi (read 2026-11-20)
 */
const words: Readonly<Record<string, (message: Fields) => unknown>> = {
  text: ({ text }) => objectOf(text)['body'],
  button: ({ button }) => objectOf(button)['text'],
  interactive: ({ interactive }) => {
    const { list_reply: item, button_reply: button } = objectOf(interactive)
    return objectOf(item ?? button)['title']
  },
}

/**
 * Returns the sender's phone number in E.164 with `+`, or the business-scoped user id of a sender with a hidden number.
 * If the message contains neither, those of the contact are used if there is exactly one contact. Null if no id is
 * found.
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids (read
 *   2026-11-20)
 */
function senderOf({ from, from_user_id: userId }: Fields, contacts: readonly Fields[]): string | null {
  const [contact = {}] = contacts.length === 1 ? contacts : []
  const sender = eventId(from) ?? eventId(userId) ?? eventId(contact['wa_id']) ?? eventId(contact['user_id'])
  return sender === null ? null : e164(sender)
}

/**
 * Returns the name in the sender's profile; null if no contact is the sender, or if the profile has no name. If the
 * message contains no id of the sender, the only contact is the sender.
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages (read
 *   2026-11-25)
 */
function nameOf({ from, from_user_id: userId }: Fields, contacts: readonly Fields[]): string | null {
  const isSame = (one: unknown, other: unknown) => eventId(one) !== null && eventId(one) === eventId(other)
  const isUnnamed = eventId(from) === null && eventId(userId) === null
  const contact = contacts.find(
    (each) => isSame(each['wa_id'], from) || isSame(each['user_id'], userId) || (isUnnamed && contacts.length === 1),
  )
  return textOf(objectOf(contact?.['profile'])['name'])
}

/**
 * Returns the message that a report of an edit contains, with the id of the message that was edited, and with the
 * sender and the time of the report. Unverified: how an edited text is contained; the example of the page is an image
 * with a caption.
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/edit (read
 *   2026-11-29)
 */
function editedMessage({ edit, from, from_user_id, timestamp }: Fields): Fields {
  const { original_message_id: id, message } = objectOf(edit)
  return { ...objectOf(message), id, from, from_user_id, timestamp }
}

/**
 * Converts a message that a user sent to the account's phone number, or a text that its sender has edited. `value` is
 * the webhook value that contains the message, with the names of its contacts. Any type but text becomes `unsupported`;
 * its body is the text of a pressed button or a chosen list item. Null if the id, sender or time is missing, for an
 * edit of anything but a text, and for the report that the sender deleted a message: the stored message is kept.
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/revoke
 *   (read 2026-11-29)
 */
export function inboundMessage(message: Fields, accountProviderId: string, value: Fields): ReceivedMessage | null {
  switch (message['type']) {
    case 'revoke':
      return null
    case 'edit': {
      const edited = readMessage(editedMessage(message), accountProviderId, value)
      return edited?.type === 'text' ? { ...edited, isEdit: true } : null
    }
    default:
      return readMessage(message, accountProviderId, value)
  }
}

function readMessage(message: Fields, accountProviderId: string, value: Fields): ReceivedMessage | null {
  const contacts = listOf(value['contacts'])
  const sender = senderOf(message, contacts)
  const [providerId, occurredAt] = [eventId(message['id']), eventTime(message['timestamp'])]
  if (providerId === null || sender === null || occurredAt === null) return null
  const type = stringOf(message['type']) ?? ''
  const said = Object.hasOwn(words, type) ? words[type]?.(message) : undefined
  return {
    accountProviderId,
    providerId,
    direction: 'inbound',
    type: type === 'text' && typeof said === 'string' ? 'text' : 'unsupported',
    sender,
    recipient: null,
    senderName: nameOf(message, contacts),
    recipientName: null,
    body: eventText(said),
    status: 'received',
    error: null,
    occurredAt,
  }
}
