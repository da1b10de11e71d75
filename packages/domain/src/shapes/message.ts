import { closed, type Described, nullableText, text, timestamp, uuid } from '../schema.ts'

const messagePlatforms = ['instagram', 'facebook', 'whatsapp'] as const

/** In the order in which a message moves; `failed` is final, `unknown` lasts until it is decided. */
export const messageStatuses = ['received', 'unknown', 'sent', 'delivered', 'read', 'failed'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** A direct message as `GET /messages` lists it, oldest first by `occurredAt`. */
export const messageShape = closed({
  id: text,
  providerId: { ...nullableText, description: "The platform's id of the message." },
  platform: { enum: messagePlatforms },
  accountId: uuid,
  profileId: uuid,
  direction: { enum: ['inbound', 'outbound'], description: 'Relative to the connected account.' },
  type: { enum: ['text', 'template', 'unsupported'] },
  sender: { ...nullableText, description: 'Set on inbound messages: the id that `recipient` of a reply takes.' },
  recipient: { ...nullableText, description: 'Set on outbound messages.' },
  senderName: {
    ...nullableText,
    description: 'The name or username of the sender, as the platform last reported it. Set on inbound messages.',
  },
  recipientName: {
    ...nullableText,
    description: 'The name or username of the recipient, as the platform last reported it. Set on outbound messages.',
  },
  body: text,
  status: { enum: messageStatuses },
  error: {
    type: ['object', 'null'],
    properties: { code: text, message: text },
    required: ['code', 'message'],
    additionalProperties: false,
    description: 'Set on a message that failed.',
  },
  occurredAt: { ...timestamp, description: 'When the platform recorded it.' },
  createdAt: timestamp,
})

export type Message = Described<typeof messageShape>
