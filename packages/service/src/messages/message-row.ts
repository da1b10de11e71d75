import { randomUUIDv7 } from 'node:crypto'
import type { MessageRow } from '@carillon/database'
import type { ReadMessage } from '@carillon/providers'
import type { Context } from '../context.ts'

/** A text as the database can store it: without NUL, and without halves of a character. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\u{fffd}').toWellFormed()
}

/** A message that a network reported, as a row of an account. */
export function messageRow(context: Context, accountId: string, message: ReadMessage): Omit<MessageRow, 'error'> {
  const { providerId, direction, type, sender, recipient, body, status, occurredAt } = message
  return {
    id: randomUUIDv7(),
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
