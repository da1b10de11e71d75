import type { MessageStatus } from '@carillon/domain'
import { type Fields, objectOf } from '../../json.ts'
import type { Receipt, ReceivedMessage, StatusChange } from '../../ports/webhook.ts'
import { eventId, eventMoment, eventText } from './event-values.ts'

/** The contents of one event in an entry's `messaging`: messages, and reports of their delivery or reading. */
interface Messaging {
  messages: ReceivedMessage[]
  statuses: StatusChange[]
  receipts: Receipt[]
}

interface Parties {
  /** The Page or account to which the event was posted. */
  account: string
  sender: string
  recipient: string
  /** ISO 8601. */
  at: string
}

const nothing: Messaging = { messages: [], statuses: [], receipts: [] }

/**
 * Returns the message of an event, sent by either side. Its type is `unsupported` if it has no text. Null if it has no
 * valid id, or if it reports that a message was deleted by its sender; the stored message is then kept.
 */
function messageOf(message: Fields, { account, sender, recipient, at }: Parties): ReceivedMessage | null {
  const providerId = eventId(message['mid'])
  if (providerId === null || message['is_deleted'] === true) return null
  const isOwn = message['is_echo'] === true || sender === account
  const body = eventText(message['text'])
  return {
    accountProviderId: account,
    providerId,
    direction: isOwn ? 'outbound' : 'inbound',
    type: body === '' ? 'unsupported' : 'text',
    sender: isOwn ? null : sender,
    recipient: isOwn ? recipient : null,
    // Events name users by their ids only.
    senderName: null,
    recipientName: null,
    body,
    status: isOwn ? 'sent' : 'received',
    error: null,
    occurredAt: at,
  }
}

/**
 * Returns the new text of a message that a user has edited. Null for a message of the account, and without a valid id
 * or a text.
 * @see
 *   https://developers.facebook.com/documentation/business-messaging/messenger-platform/webhooks/webhook-events/message-edits
 *   (read 2026-11-30)
 */
function editOf(edit: Fields, parties: Parties): ReceivedMessage | null {
  const message = messageOf(edit, parties)
  return message?.direction === 'inbound' && message.type === 'text' ? { ...message, isEdit: true } : null
}

/**
 * Reads a report that messages were delivered or read. It names the messages by their ids (`statuses`), or all messages
 * up to a time (`receipts`), or both. Messenger always sends a time, and ids only for some deliveries; Instagram sends
 * the id of the message that was read. Null if it names none.
 */
function reportOf(report: Fields, status: MessageStatus, { account, sender, at }: Parties): Messaging | null {
  const until = eventMoment(report['watermark'])
  const listed = Array.isArray(report['mids']) ? report['mids'] : [report['mid']]
  const ids = listed.flatMap((id: unknown) => eventId(id) ?? [])
  if (until === null && ids.length === 0) return null
  const rest = { accountProviderId: account, status, writeId: null, recipient: null, error: null, missing: null }
  return {
    messages: [],
    statuses: ids.map((providerId) => ({ ...rest, providerId, occurredAt: until ?? at })),
    receipts: until === null ? [] : [{ accountProviderId: account, participant: sender, status, until }],
  }
}

function partiesOf(event: Fields, account: string): Parties | null {
  const [sender, recipient] = [eventId(objectOf(event['sender'])['id']), eventId(objectOf(event['recipient'])['id'])]
  const at = eventMoment(event['timestamp'])
  if (sender === null || recipient === null || at === null) return null
  return sender === account || recipient === account ? { account, sender, recipient, at } : null
}

/**
 * Reads an event of a conversation: a message, an echo of a message that the account sent, an edit of a message by its
 * user, or a report that messages were delivered or read. Null for other kinds, such as the deletion of a message, and
 * for events that cannot be read. `account` is the network's id of the Page or account to which the event was posted.
 * @see https://developers.facebook.com/docs/messenger-platform/reference/webhook-events (read 2026-11-23)
 * @see https://developers.facebook.com/documentation/instagram-platform/webhooks/examples (read 2026-11-23)
 */
export function readMessaging(event: Fields, account: string): Messaging | null {
  const parties = partiesOf(event, account)
  if (parties === null) return null
  const { message, message_edit: edit, delivery, read } = event
  if (message !== undefined || edit !== undefined) {
    const found = message === undefined ? editOf(objectOf(edit), parties) : messageOf(objectOf(message), parties)
    return found && { ...nothing, messages: [found] }
  }
  if (delivery !== undefined) return reportOf(objectOf(delivery), 'delivered', parties)
  return read === undefined ? null : reportOf(objectOf(read), 'read', parties)
}
