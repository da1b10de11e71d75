import { randomUUIDv7 } from 'node:crypto'
import type { MessageRow } from '@carillon/database'
import type { ReadMessage } from '@carillon/providers'
import type { Context } from '../context.ts'

/** A text as the database can store it: without NUL, and without halves of a character. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\u{fffd}').toWellFormed()
}

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
    provider_id: storable(providerId),
    direction,
    type,
    sender: sender === null ? null : storable(sender),
    recipient: recipient === null ? null : storable(recipient),
    body: storable(body),
    status,
    occurred_at: new Date(occurredAt),
    created_at: context.now(),
  }
}
