import { ServiceError } from '@carillon/errors'
import { capabilities, type PlatformWith } from './capabilities.ts'
import { numberOrUserId } from './phone-numbers.ts'
import { type Described, type JSONSchema, uuid } from './schema.ts'

const text = capabilities['messages.send.text'].cells
const template = capabilities['messages.send.template'].cells

const account = { accountId: uuid, profileId: uuid } as const

function textMessage<const P extends PlatformWith<'messages.send.text'>>(platform: P) {
  return {
    type: 'object',
    properties: {
      platform: { const: platform },
      ...account,
      recipient: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        description: "The platform's id of the user: the `sender` of an inbound message, not a username.",
      },
      text: { type: 'string', minLength: 1, maxLength: text[platform].maxLength },
    },
    required: ['platform', 'accountId', 'recipient', 'text'],
    additionalProperties: false,
  } as const
}

const templateSchema = {
  type: 'object',
  properties: {
    name: {
      type: 'string',
      minLength: 1,
      maxLength: 512,
      pattern: '^[a-z0-9_]+$',
      description: 'The name of an approved template.',
      'x-rule': 'Lower-case letters, digits and underscores.',
    },
    language: {
      type: 'string',
      maxLength: 15,
      pattern: '^[a-z]{2,3}([_-][A-Za-z0-9]{2,8})*$',
      'x-rule': 'The language code of the template, such as en_US.',
    },
    bodyParameters: {
      type: 'array',
      maxItems: template.whatsapp.bodyParameters,
      items: { type: 'string', maxLength: 4096 },
      description:
        "The values of the placeholders in the template's body ({{1}}, {{2}} and so on), in their order. Named placeholders, and those outside the body, cannot be filled.",
    },
  },
  required: ['name', 'language'],
  additionalProperties: false,
} as const

/** The body schemas for sending a message, keyed by platform. */
export const messageSchemas = {
  instagram: textMessage('instagram'),
  facebook: textMessage('facebook'),
  whatsapp: {
    type: 'object',
    properties: {
      platform: { const: 'whatsapp' },
      ...account,
      recipient: numberOrUserId,
      template: templateSchema,
    },
    required: ['platform', 'accountId', 'recipient', 'template'],
    additionalProperties: false,
  },
} as const satisfies Record<PlatformWith<'messages.send'>, JSONSchema>

export type MessageBody = Described<(typeof messageSchemas)[keyof typeof messageSchemas]>

/**
 * Checks the size of a message text in bytes, which the schema cannot express.
 * @throws ServiceError `provider_rejected` if the text has more bytes than the platform accepts
 */
export function requireSendableText(platform: PlatformWith<'messages.send.text'>, body: string): void {
  const cell = text[platform]
  if (!('maxBytes' in cell)) return
  const bytes = new TextEncoder().encode(body).length
  if (bytes <= cell.maxBytes) return
  const message = `\`text\` has ${bytes} bytes in UTF-8; the maximum on ${platform} is ${cell.maxBytes}. Send a shorter text.`
  throw new ServiceError('provider_rejected', message)
}

/** Returns the time in ms after a user's last message within which a reply can be sent. */
export function replyWindowMs(platform: PlatformWith<'messages.send.text'>): number {
  return text[platform].windowHours * 3_600_000
}
