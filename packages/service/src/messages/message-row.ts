import { randomUUIDv7 } from 'node:crypto'
import type { MessageRow } from '@carillon/database'
import { type ReadMessage, storableText } from '@carillon/providers'
import type { Context } from '../context.ts'

/**
 * Messages that a network reported, oldest first, as rows of accounts. Their ids are in the same order: networks count in
 * whole seconds, and what was written in the same one is listed by its id.
 */
export function messageRows(
  context: Context,
  messages: readonly { accountId: string; message: ReadMessage }[],
): Omit<MessageRow, 'error'>[] {
  const ids = messages.map(() => randomUUIDv7()).sort()
  return messages.map(({ accountId, message }, index) => ({
    ...messageRow(context, accountId, message),
    id: ids[index] ?? '',
  }))
}

function messageRow(context: Context, accountId: string, message: ReadMessage): Omit<MessageRow, 'error' | 'id'> {
  const { providerId, direction, type, sender, recipient, body, status, occurredAt } = message
  return {
    account_id: accountId,
    provider_id: storableText(providerId),
    direction,
    type,
    sender: sender === null ? null : storableText(sender),
    recipient: recipient === null ? null : storableText(recipient),
    body: storableText(body),
    status,
    occurred_at: new Date(occurredAt),
    created_at: context.now(),
  }
}
