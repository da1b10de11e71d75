import type { Described } from '../schema.ts'
import { addressee, base64, eitherSource, mediaUrl, stillTypes } from './media-item.ts'

const altText = { type: 'string', maxLength: 2000 } as const

const entry = {
  text: { type: 'string', maxLength: 3000 },
  images: {
    type: 'array',
    maxItems: 4,
    items: {
      type: 'object',
      properties: { content_type: { enum: stillTypes }, base64: base64(4, 27_962_028), altText },
      required: ['content_type', 'base64'],
      additionalProperties: false,
    },
  },
  video: {
    oneOf: [
      {
        type: 'object',
        properties: { content_type: { const: 'video/mp4' }, base64: base64(4, 139_810_136), altText },
        required: ['content_type', 'base64'],
        additionalProperties: false,
      },
      { type: 'object', properties: { url: mediaUrl, altText }, required: ['url'], additionalProperties: false },
    ],
    'x-rule': eitherSource,
  },
} as const

const oneKindOfMedia = {
  not: { required: ['images', 'video'] },
  'x-rule': 'Give images or video, not both.',
} as const

export const blueskyPost = {
  type: 'object',
  properties: {
    platform: { const: 'bluesky' },
    ...addressee,
    ...entry,
    langs: {
      type: 'array',
      maxItems: 3,
      items: {
        type: 'string',
        maxLength: 100,
        pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
        'x-rule': 'A language tag such as en or pt-BR.',
      },
    },
    thread: {
      type: 'array',
      maxItems: 24,
      items: {
        type: 'object',
        properties: entry,
        required: ['text'],
        additionalProperties: false,
        ...oneKindOfMedia,
      },
    },
  },
  required: ['platform', 'accountId', 'text'],
  additionalProperties: false,
  ...oneKindOfMedia,
} as const

export type BlueskyPost = Described<typeof blueskyPost>
