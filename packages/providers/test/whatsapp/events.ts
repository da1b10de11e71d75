/**
 * Webhook bodies, written from the documented shapes.
 * @see https://github.com/facebook/openapi (read 2026-11-20)
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/status (read 2026-11-20)
 */
export type Fields = Record<string, unknown>

export const businessAccountId = '102244668800101'
export const numberId = '106540352242911'

export function change(field: string, value: unknown): Fields {
  return { field, value }
}

export function bodyWith(changes: unknown[], id: unknown = businessAccountId): Fields {
  return { object: 'whatsapp_business_account', entry: [{ id, changes }] }
}

export function messagesValue(over: Fields, phoneNumberId: unknown = numberId): Fields {
  const metadata = { display_phone_number: '15550783881', phone_number_id: phoneNumberId }
  return { messaging_product: 'whatsapp', metadata, ...over }
}

export function message(over: Fields = {}): Fields {
  return {
    from: '16505551234',
    from_user_id: 'US.13491208655302741918',
    id: 'wamid.HBgLMTY1MDU1NTEyMzQVAgASGBQzQQ==',
    timestamp: '1749416383',
    type: 'text',
    text: { body: 'Hi' },
    ...over,
  }
}

export function status(over: Fields = {}): Fields {
  return {
    id: 'wamid.HBgLMTY1MDU1NTEyMzQVAgARGBI5QQ==',
    status: 'sent',
    timestamp: '1749416400',
    recipient_id: '16505551234',
    pricing: { billable: true, pricing_model: 'PMP', category: 'utility', type: 'regular' },
    ...over,
  }
}

export function messagesBody(messages: unknown[], over: Fields = {}): Fields {
  return bodyWith([change('messages', messagesValue({ messages, ...over }))])
}

export function statusesBody(statuses: unknown[]): Fields {
  return bodyWith([change('messages', messagesValue({ statuses }))])
}
