import type { Described } from '../schema.ts'
import { addressee, base64, eitherSource, mediaUrl } from './media-item.ts'

const media = {
  type: 'array',
  maxItems: 4,
  items: {
    oneOf: [
      {
        type: 'object',
        properties: {
          content_type: { enum: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'video/mp4'] },
          base64: base64(4, 89_478_488),
        },
        required: ['content_type', 'base64'],
        additionalProperties: false,
      },
      { type: 'object', properties: { url: mediaUrl }, required: ['url'], additionalProperties: false },
    ],
    'x-rule': eitherSource,
  },
} as const

const text = { type: 'string', maxLength: 25_000 } as const

export const xPost = {
  type: 'object',
  properties: {
    platform: { const: 'x' },
    ...addressee,
    text,
    media,
    thread: {
      type: 'array',
      maxItems: 24,
      items: { type: 'object', properties: { text, media }, required: ['text'], additionalProperties: false },
    },
  },
  required: ['platform', 'accountId', 'text'],
  additionalProperties: false,
} as const

export type XPost = Described<typeof xPost>
