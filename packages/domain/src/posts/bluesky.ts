import { capabilities } from '../capabilities.ts'
import type { Described } from '../schema.ts'
import { addressee, base64, base64UpTo, eitherSource, imageTypes, MiB, mediaUrl } from './media-item.ts'

const cell = capabilities['posts.publish'].cells.bluesky

const altText = {
  type: 'string',
  maxLength: 2000,
  description: 'What the image or video shows, for users who cannot see it.',
} as const

const entry = {
  text: {
    type: 'string',
    maxLength: 3000,
    description:
      'The text of the post, at most 300 grapheme clusters (characters as a reader counts them) and 3000 bytes in UTF-8 (otherwise `provider_rejected`; `invalid_request` for more than 3000 characters). Its links and hashtags become clickable, and so do mentions of existing handles, up to 100 different ones in a thread.',
  },
  images: {
    type: 'array',
    maxItems: cell.images,
    items: {
      type: 'object',
      properties: { content_type: { enum: imageTypes }, base64: base64(4, base64UpTo(20 * MiB)), altText },
      required: ['content_type', 'base64'],
      additionalProperties: false,
      'x-name': 'BlueskyImage',
    },
  },
  video: {
    oneOf: [
      {
        type: 'object',
        properties: { content_type: { const: 'video/mp4' }, base64: base64(4, base64UpTo(100 * MiB)), altText },
        required: ['content_type', 'base64'],
        additionalProperties: false,
        'x-name': 'BlueskyBase64Video',
      },
      {
        type: 'object',
        properties: { url: mediaUrl, altText },
        required: ['url'],
        additionalProperties: false,
        'x-name': 'BlueskyUrlVideo',
      },
    ],
    'x-rule': eitherSource,
    'x-name': 'BlueskyVideo',
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
      description: 'The languages of the text, also of the texts of a thread.',
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
      description: 'Further posts, each a reply to the one before it.',
      type: 'array',
      maxItems: cell.thread,
      items: {
        type: 'object',
        properties: entry,
        required: ['text'],
        additionalProperties: false,
        'x-name': 'BlueskyThreadPost',
        ...oneKindOfMedia,
      },
    },
  },
  'x-name': 'BlueskyPost',
  required: ['platform', 'accountId', 'text'],
  additionalProperties: false,
  ...oneKindOfMedia,
} as const

export type BlueskyPost = Described<typeof blueskyPost>
