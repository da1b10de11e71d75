import { capabilities } from '../capabilities.ts'
import type { Described } from '../schema.ts'
import { addressee, base64, base64UpTo, imageTypes, MiB, videoTypes } from './media-item.ts'

const cell = capabilities['posts.publish'].cells.facebook

const image = {
  type: 'object',
  properties: { contentType: { enum: imageTypes }, base64: base64(4, base64UpTo(4 * MiB)) },
  'x-name': 'FacebookImage',
  required: ['contentType', 'base64'],
  additionalProperties: false,
} as const

const videoFile = {
  type: 'object',
  properties: { contentType: { enum: videoTypes }, base64: base64(4, base64UpTo(64 * MiB)) },
  'x-name': 'FacebookVideo',
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
    images: { type: 'array', minItems: 2, maxItems: cell.images, items: image },
    reel: videoFile,
    video: videoFile,
    title: { type: 'string', maxLength: 255, description: 'The title of the video; only with `video`.' },
  },
  required: ['platform', 'accountId'],
  additionalProperties: false,
  oneOf: [
    { required: ['image'], 'x-name': 'FacebookPhotoPost' },
    { required: ['images'], 'x-name': 'FacebookCarouselPost' },
    { required: ['reel'], 'x-name': 'FacebookReelPost' },
    { required: ['video'], 'x-name': 'FacebookVideoPost' },
  ],
  'x-name': 'FacebookPost',
  dependentRequired: { title: ['video'] },
  'x-rule': 'Give exactly one of image, images, reel and video; title goes with video only.',
} as const

export type FacebookPost = Described<typeof facebookPost>
