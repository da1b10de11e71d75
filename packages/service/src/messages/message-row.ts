import { randomUUIDv7 } from 'node:crypto'
import type { NewMessageRow } from '@carillon/database'
import { type ReadMessage, type ReceivedMessage, storableText } from '@carillon/providers'
import type { Context } from '../context.ts'

/**
 * A message as it is stored, and the name of the other user (null if the network did not report it). With `editedAt`,
 * `body` may replace the text of the message that has the same `providerId`.
 */
export type NewMessage = NewMessageRow & { participantName: string | null }

/**
 * Builds rows for messages that a network reported; stores nothing. The messages have to be given oldest first: ids are
 * generated in this order, so that messages of the same second keep their order. Only the rows of edits have
 * `editedAt`.
 */
export function messageRows(
  context: Context,
  messages: readonly { accountId: string; message: ReadMessage & Pick<ReceivedMessage, 'isEdit'> }[],
): NewMessage[] {
  const ids = messages.map(() => randomUUIDv7()).sort()
  return messages.map(({ accountId, message }, index) => ({
    ...messageRow(context, accountId, message),
    ...(message.isEdit && { editedAt: new Date(message.occurredAt) }),
    id: ids[index] ?? '',
  }))
}

function messageRow(context: Context, accountId: string, message: ReadMessage): Omit<NewMessage, 'id'> {
  const name = message.senderName ?? message.recipientName
  const { providerId, direction, type, sender, recipient, body, status, occurredAt } = message
  return {
    accountId: accountId,
    providerId: storableText(providerId),
    direction,
    type,
    sender: sender === null ? null : storableText(sender),
    recipient: recipient === null ? null : storableText(recipient),
    body: storableText(body),
    status,
    occurredAt: new Date(occurredAt),
    createdAt: context.now(),
    participantName: name === null ? null : storableText(name),
  }
}
