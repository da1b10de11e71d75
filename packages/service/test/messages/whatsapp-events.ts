/**
 * Bodies of webhooks, as the documentation shapes them.
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/status (read 2026-11-20)
 */
export type EventBody = { object: string; entry: object[] }

const timestamp = '1795250000'

export function bodyOf(
  changes: { number: string; messages?: object[]; statuses?: object[]; errors?: object[] }[],
): EventBody {
  return {
    object: 'whatsapp_business_account',
    entry: changes.map(({ number, ...events }) => ({
      id: 'waba-1',
      changes: [
        {
          field: 'messages',
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '15550783881', phone_number_id: number },
            ...events,
          },
        },
      ],
    })),
  }
}

/** @param time unix seconds, which not every event names */
export function accountBody(field: string, value: object, time?: number): EventBody {
  const at = time === undefined ? {} : { time }
  return { object: 'whatsapp_business_account', entry: [{ id: 'waba-1', ...at, changes: [{ field, value }] }] }
}

export function inbound(id: string, text: string, from: object = { from: '16505551234' }): object {
  return { ...from, id, timestamp, type: 'text', text: { body: text } }
}

export function status(id: string, word: string, more: object = {}): object {
  return { id, status: word, timestamp, recipient_id: '16505551234', ...more }
}

/** @see https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes (read 2026-09-11) */
export const undeliverable = { errors: [{ code: 131026, title: 'Message undeliverable' }] }

/** @see https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes (read 2026-09-11) */
export const unpaid = { errors: [{ code: 131042, title: 'Business eligibility payment issue' }] }
