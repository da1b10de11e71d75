import { capabilities } from '../capabilities.ts'
import type { Described } from '../schema.ts'
import { addressee, base64, imageTypes, maxPhotoText } from './media-item.ts'

const cell = capabilities['posts.publish'].cells.instagram

// The network states no bound for base64; the largest one of all networks' photos is taken.
const image = {
  type: 'object',
  properties: {
    contentType: { enum: imageTypes },
    base64: base64(1, maxPhotoText),
    altText: { type: 'string', maxLength: 1000 },
    userTags: {
      type: 'array',
      maxItems: 20,
      items: {
        type: 'object',
        properties: {
          username: { type: 'string', minLength: 1, maxLength: 200 },
          x: { type: 'number', minimum: 0, maximum: 1 },
          y: { type: 'number', minimum: 0, maximum: 1 },
        },
        required: ['username', 'x', 'y'],
        additionalProperties: false,
      },
    },
  },
  'x-name': 'InstagramImage',
  required: ['contentType', 'base64'],
  additionalProperties: false,
} as const

export const instagramPost = {
  type: 'object',
  properties: {
    platform: { const: 'instagram' },
    ...addressee,
    caption: { type: 'string', maxLength: 2200 },
    collaborators: { type: 'array', maxItems: 3, items: { type: 'string', minLength: 1, maxLength: 200 } },
    isAiGenerated: { type: 'boolean' },
    image,
    images: { type: 'array', minItems: 2, maxItems: cell.images, items: image },
  },
  required: ['platform', 'accountId'],
  additionalProperties: false,
  oneOf: [
    { required: ['image'], 'x-name': 'InstagramImagePost' },
    { required: ['images'], 'x-name': 'InstagramCarouselPost' },
  ],
  'x-name': 'InstagramPost',
  'x-rule': 'Give exactly one of image and images.',
} as const

export type InstagramPost = Described<typeof instagramPost>
