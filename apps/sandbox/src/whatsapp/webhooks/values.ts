import { digitsOf } from '../digits.ts'
import type { Customer, PhoneNumber } from '../records.ts'
import type { Message } from '../state.ts'
import type { Change } from '../webhook-delivery.ts'

function seconds(ms: number): string {
  return String(Math.floor(ms / 1000))
}

function metadata({ id, display }: PhoneNumber): Record<string, string> {
  return { display_phone_number: digitsOf(display), phone_number_id: id }
}

/**
 * Returns a customer as an element of `contacts` in a webhook. A customer whose phone number is hidden has no `wa_id`.
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids (read
 * 2026-11-20)
 */
function contact({ name, waId, userId, username }: Customer): Record<string, unknown> {
  return {
    profile: { name, ...(username !== null && { username }) },
    ...(waId !== null && { wa_id: waId }),
    user_id: userId,
  }
}

function inbound({ id, customer, type, content, createdAt }: Message): Record<string, unknown> {
  return {
    ...(customer.waId !== null && { from: customer.waId }),
    from_user_id: customer.userId,
    id,
    timestamp: seconds(createdAt),
    type,
    ...content,
  }
}

/** Returns the webhook change with messages that customers wrote to a number. */
export function messagesChange(number: PhoneNumber, messages: Message[]): Change {
  const customers = [...new Set(messages.map(({ customer }) => customer))]
  return {
    wabaId: number.wabaId,
    field: 'messages',
    value: {
      messaging_product: 'whatsapp',
      metadata: metadata(number),
      contacts: customers.map(contact),
      messages: messages.map(inbound),
    },
  }
}

/**
 * Builds the webhook change for a status of a message sent by the business, at the time `at` (ms since the epoch) and
 * with the further fields `more`. Meta's page does not document `recipient_user_id`, the recipient of a message to a
 * customer whose phone number is hidden.
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/status
 * (read 2026-11-20)
 */
export function statusChange(
  number: PhoneNumber,
  { id, customer, callbackData }: Message,
  told: { status: string; at: number; more: Record<string, unknown> },
): Change {
  const status = {
    id,
    status: told.status,
    timestamp: seconds(told.at),
    ...(customer.waId === null ? { recipient_user_id: customer.userId } : { recipient_id: customer.waId }),
    ...(callbackData !== null && { biz_opaque_callback_data: callbackData }),
    ...told.more,
  }
  return {
    wabaId: number.wabaId,
    field: 'messages',
    value: { messaging_product: 'whatsapp', metadata: metadata(number), statuses: [status] },
  }
}
