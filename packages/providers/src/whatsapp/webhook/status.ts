import { e164OrNull, type MessageStatus } from '@carillon/domain'
import { type Fields, idOf, listOf, stringOf } from '../../json.ts'
import { eventId, eventTime } from '../../meta/webhook/event-values.ts'
import type { StatusChange } from '../../ports/webhook.ts'
import { deliveryFailure, missingStep } from '../errors.ts'

/**
 * Carillon's status of a message, keyed by WhatsApp's. A voice message that was played counts as read.
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/status (read 2026-11-20)
 */
const statuses = new Map<unknown, MessageStatus>([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['played', 'read'],
  ['failed', 'failed'],
])

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Returns Carillon's id of the write, which the message contained when it was sent; null if the value is missing, or is
 * the text of another client that sends from the same number.
 */
function writeIdOf(data: unknown): string | null {
  const text = stringOf(data)
  return text !== null && uuid.test(text) ? text : null
}

function failureOf(errors: unknown): Pick<StatusChange, 'error' | 'missing'> {
  const [error = {}] = listOf(errors)
  const code = eventId(idOf(error['code']))
  return { error: deliveryFailure(code), missing: missingStep(code) }
}

/**
 * Converts a delivery status of a message that was sent; null if the status is unknown, or if the id or time is
 * missing.
 */
export function statusChange(event: Fields, accountProviderId: string): StatusChange | null {
  const status = statuses.get(event['status'])
  const [providerId, occurredAt] = [eventId(event['id']), eventTime(event['timestamp'])]
  if (status === undefined || providerId === null || occurredAt === null) return null
  return {
    accountProviderId,
    providerId,
    writeId: writeIdOf(event['biz_opaque_callback_data']),
    status,
    recipient: e164OrNull(event['recipient_id']),
    occurredAt,
    ...(status === 'failed' ? failureOf(event['errors']) : { error: null, missing: null }),
  }
}
