import { capabilities } from '../capabilities.ts'
import type { Described } from '../schema.ts'
import { addressee, base64, base64UpTo, eitherSource, MiB, urlMedia } from './media-item.ts'

const cell = capabilities['posts.publish'].cells.x

const media = {
  description: 'At most four images, or one GIF, or one video.',
  type: 'array',
  maxItems: cell.media,
  items: {
    oneOf: [
      {
        type: 'object',
        properties: {
          content_type: { enum: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'video/mp4'] },
          base64: base64(4, base64UpTo(64 * MiB)),
        },
        'x-name': 'XBase64Media',
        required: ['content_type', 'base64'],
        additionalProperties: false,
      },
      urlMedia,
    ],
    'x-rule': eitherSource,
    'x-name': 'XMedia',
  },
} as const

const text = {
  type: 'string',
  maxLength: 25_000,
  description: 'The text; it may be empty in a post with media.',
} as const

export const xPost = {
  type: 'object',
  properties: {
    platform: { const: 'x' },
    ...addressee,
    text,
    media,
    thread: {
      description:
        'Further posts, each a reply to the one before it. No two posts without media may have the same text (otherwise `provider_rejected`).',
      type: 'array',
      maxItems: cell.thread,
      items: {
        type: 'object',
        properties: { text, media },
        required: ['text'],
        additionalProperties: false,
        'x-name': 'XThreadPost',
      },
    },
  },
  'x-name': 'XPost',
  required: ['platform', 'accountId', 'text'],
  additionalProperties: false,
} as const

export type XPost = Described<typeof xPost>
