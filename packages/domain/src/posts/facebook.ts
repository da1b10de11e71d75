import type { Described } from '../schema.ts'
import { addressee, base64, stillTypes, videoTypes } from './media-item.ts'

const image = {
  type: 'object',
  properties: { contentType: { enum: stillTypes }, base64: base64(4, 5_592_408) },
  required: ['contentType', 'base64'],
  additionalProperties: false,
} as const

const videoFile = {
  type: 'object',
  properties: { contentType: { enum: videoTypes }, base64: base64(4, 89_478_488) },
  required: ['contentType', 'base64'],
  additionalProperties: false,
} as const

export const facebookPost = {
  type: 'object',
  properties: {
    platform: { const: 'facebook' },
    ...addressee,
    message: { type: 'string', maxLength: 2200 },
    image,
    images: { type: 'array', minItems: 2, maxItems: 10, items: image },
    reel: videoFile,
    video: videoFile,
    title: { type: 'string', maxLength: 255 },
  },
  required: ['platform', 'accountId'],
  additionalProperties: false,
  oneOf: [{ required: ['image'] }, { required: ['images'] }, { required: ['reel'] }, { required: ['video'] }],
  dependentRequired: { title: ['video'] },
  'x-rule': 'Give exactly one of image, images, reel and video; title goes with video only.',
} as const

export type FacebookPost = Described<typeof facebookPost>
