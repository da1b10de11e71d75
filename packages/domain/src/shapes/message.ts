import { closed, type Described, nullableText, text, timestamp, uuid } from '../schema.ts'

const messagePlatforms = ['instagram', 'facebook', 'whatsapp'] as const

/**
 * The statuses of a message, in the order in which it passes through them. `failed` is final; `unknown` lasts until the
 * outcome is known.
 */
export const messageStatuses = ['received', 'unknown', 'sent', 'delivered', 'read', 'failed'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** The schema of a direct message. */
export const messageShape = closed({
  id: text,
  providerId: { ...nullableText, description: "The platform's id of the message." },
  platform: { enum: messagePlatforms },
  accountId: uuid,
  profileId: uuid,
  direction: { enum: ['inbound', 'outbound'], description: 'Relative to the connected account.' },
  type: { enum: ['text', 'template', 'unsupported'] },
  sender: {
    ...nullableText,
    description: "The user's id or phone number, to send as `recipient` of a reply. Set on inbound messages.",
  },
  recipient: { ...nullableText, description: "The user's id or phone number. Set on outbound messages." },
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
  occurredAt: { ...timestamp, description: 'When the platform recorded the message.' },
  createdAt: timestamp,
})

export type Message = Described<typeof messageShape>
