import { closed, type Described, nullableText, text, timestamp, uuid } from '../schema.ts'

const messagePlatforms = ['instagram', 'facebook', 'whatsapp'] as const

/**
 * The statuses of a message. `received`: the account received the message. The other statuses are for messages that the
 * account sends, in the usual order. `failed` is final; `unknown` lasts until the outcome of sending is known.
 */
export const messageStatuses = ['received', 'unknown', 'sent', 'delivered', 'read', 'failed'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** The schema of a direct message. */
export const messageShape = closed({
  id: { ...text, description: "Carillon's id of the message." },
  providerId: {
    ...nullableText,
    description: "The platform's id of the message; null until it is known, and if the message was not sent.",
  },
  platform: { enum: messagePlatforms },
  accountId: uuid,
  profileId: uuid,
  direction: {
    enum: ['inbound', 'outbound'],
    description: 'inbound: the connected account received the message. outbound: it sent the message.',
  },
  type: {
    enum: ['text', 'template', 'unsupported'],
    description:
      'unsupported: a message whose content Carillon does not read, such as media; its body is empty, but for a button or list item on whatsapp.',
  },
  sender: {
    ...nullableText,
    description:
      "The user who sent the message: the platform's id of the user or, on whatsapp, the phone number (an id if the user hides it). Send it as `recipient` to reply. null for outbound messages.",
  },
  recipient: {
    ...nullableText,
    description:
      "The platform's id of the user or, on whatsapp, the phone number (an id if the user hides it); null for inbound messages, and if the platform reports none.",
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
  body: {
    ...text,
    description:
      'The text or, of a template, its name. On whatsapp, also the words of a button that was pressed or a list item that was chosen.',
  },
  status: {
    enum: messageStatuses,
    description:
      'received: of an inbound message. sent, delivered and read: as the platform last reported. failed: final, see error. unknown: it is not yet known whether the message was sent.',
  },
  error: {
    type: ['object', 'null'],
    properties: { code: text, message: text },
    required: ['code', 'message'],
    additionalProperties: false,
    description:
      "Why a message with the status failed was not sent or not delivered; otherwise null. code is an error code of Carillon's if it was not sent, and the platform's (or `unknown`) if it was not delivered.",
  },
  occurredAt: {
    ...timestamp,
    description: 'When the platform recorded the message or, until it reports that, when Carillon sent or stored it.',
  },
  createdAt: { ...timestamp, description: 'When Carillon stored the message.' },
})

export type Message = Described<typeof messageShape>
