import { capabilities } from '../capabilities.ts'
import type { Described } from '../schema.ts'
import { addressee, base64, base64UpTo, eitherSource, imageTypes, MiB, maxPhotoText, urlMedia } from './media-item.ts'

const cell = capabilities['posts.publish'].cells.tiktok

export const tiktokPost = {
  type: 'object',
  properties: {
    platform: { const: 'tiktok' },
    ...addressee,
    music_usage_confirmed: { const: true },
    post_mode: { enum: ['DIRECT_POST', 'MEDIA_UPLOAD'], default: 'DIRECT_POST' },
    tiktok_title: { type: 'string', maxLength: 2200 },
    tiktok_description: { type: 'string', maxLength: 4000 },
    privacy_level: { enum: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'] },
    disable_comment: { type: 'boolean', default: false },
    disable_duet: { type: 'boolean', default: false },
    disable_stitch: { type: 'boolean', default: false },
    cover_timestamp: { type: 'integer', minimum: 0, default: 1000 },
    photo_cover_index: { type: 'integer', minimum: 0, default: 0 },
    auto_add_music: { type: 'boolean', default: false },
    is_aigc: { type: 'boolean', default: false },
    brand_content_toggle: { type: 'boolean', default: false },
    brand_organic_toggle: { type: 'boolean', default: false },
    video: {
      oneOf: [
        {
          type: 'object',
          properties: { content_type: { const: 'video/mp4' }, base64: base64(4, base64UpTo(64 * MiB)) },
          'x-name': 'TiktokBase64Video',
          required: ['content_type', 'base64'],
          additionalProperties: false,
        },
        urlMedia,
      ],
      'x-rule': eitherSource,
      'x-name': 'TiktokVideo',
    },
    photos: {
      type: 'array',
      minItems: 1,
      maxItems: cell.photos,
      items: {
        type: 'object',
        properties: { content_type: { enum: imageTypes }, base64: base64(4, maxPhotoText) },
        'x-name': 'Base64Image',
        required: ['content_type', 'base64'],
        additionalProperties: false,
      },
    },
  },
  required: ['platform', 'accountId', 'music_usage_confirmed'],
  additionalProperties: false,
  oneOf: [
    { required: ['video'], 'x-name': 'TiktokVideoPost' },
    { required: ['photos'], 'x-name': 'TiktokPhotoPost' },
  ],
  'x-name': 'TiktokPost',
  'x-rule': 'Give exactly one of video and photos.',
} as const

export type TiktokPost = Described<typeof tiktokPost>
