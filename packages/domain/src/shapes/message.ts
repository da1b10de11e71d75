import { closed, type Described, nullableText, text, timestamp, uuid } from '../schema.ts'

const messagePlatforms = ['instagram', 'facebook', 'whatsapp'] as const

/**
 * The statuses of a message. `received`: the account received it. The others are those of a message that the account
 * sends, in the order in which it passes through them. `failed` is final; `unknown` lasts until the outcome of sending
 * is known.
 */
export const messageStatuses = ['received', 'unknown', 'sent', 'delivered', 'read', 'failed'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** The schema of a direct message. */
export const messageShape = closed({
  id: text,
  providerId: { ...nullableText, description: "The platform's id of the message; null while it is not known." },
  platform: { enum: messagePlatforms },
  accountId: uuid,
  profileId: uuid,
  direction: {
    enum: ['inbound', 'outbound'],
    description: 'inbound: the connected account received the message. outbound: it sent the message.',
  },
  type: { enum: ['text', 'template', 'unsupported'] },
  sender: {
    ...nullableText,
    description:
      "The user's id or, on whatsapp, phone number, to send as `recipient` of a reply; null for outbound messages.",
  },
  recipient: {
    ...nullableText,
    description: "The user's id or, on whatsapp, phone number; null for inbound messages.",
  },
  senderName: {
    ...nullableText,
    description:
      'The name or username of the sender, as the platform last reported it; null for outbound messages, and if the platform reports none.',
  },
  recipientName: {
    ...nullableText,
    description:
      'The name or username of the recipient, as the platform last reported it; null for inbound messages, and if the platform reports none.',
  },
  body: text,
  status: { enum: messageStatuses },
  error: {
    type: ['object', 'null'],
    properties: { code: text, message: text },
    required: ['code', 'message'],
    additionalProperties: false,
    description: 'Why a message with the status failed was not delivered; otherwise null.',
  },
  occurredAt: { ...timestamp, description: 'When the platform recorded the message.' },
  createdAt: timestamp,
})

export type Message = Described<typeof messageShape>
