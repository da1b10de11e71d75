import type { Described } from '../schema.ts'
import { addressee, base64, base64UpTo, eitherSource, MiB, urlMedia, videoTypes } from './media-item.ts'

export const youtubePost = {
  type: 'object',
  properties: {
    platform: { const: 'youtube' },
    ...addressee,
    title: { type: 'string', minLength: 1, maxLength: 100 },
    description: {
      type: 'string',
      maxLength: 100_000,
      description:
        'The description, at most 5000 bytes in UTF-8, without < and > (otherwise `provider_rejected`; `invalid_request` for more than 100,000 characters).',
    },
    tags: {
      type: 'array',
      maxItems: 100,
      items: { type: 'string', minLength: 1, maxLength: 500 },
      description:
        'Keywords without < and >, at most 500 characters together, in which commas between tags and quotes around tags with spaces count (otherwise `provider_rejected`; `invalid_request` for more than 100 tags, or one of more than 500 characters).',
    },
    category_id: {
      type: 'string',
      maxLength: 20,
      pattern: '^[0-9]+$',
      'x-rule': 'Digits only.',
      description: "YouTube's id of the video's category, such as 22.",
    },
    privacy_status: { enum: ['public', 'unlisted', 'private'] },
    made_for_kids: { type: 'boolean', description: 'Whether you declare that the video is made for children.' },
    contains_synthetic_media: {
      type: 'boolean',
      description: 'Whether the video has realistic content that was altered or generated.',
    },
    publish_at: {
      type: 'string',
      format: 'date-time',
      maxLength: 64,
      description:
        'When YouTube makes the video public (at once if the time has passed). Requires privacy_status private (otherwise `invalid_post_settings`).',
    },
    notify_subscribers: {
      type: 'boolean',
      description: "Whether YouTube notifies the channel's subscribers of the video. Default: true.",
    },
    video: {
      oneOf: [
        {
          type: 'object',
          properties: { content_type: { enum: videoTypes }, base64: base64(4, base64UpTo(64 * MiB)) },
          'x-name': 'Base64Video',
          required: ['content_type', 'base64'],
          additionalProperties: false,
        },
        urlMedia,
      ],
      'x-rule': eitherSource,
      'x-name': 'YoutubeVideo',
    },
  },
  'x-name': 'YoutubePost',
  required: ['platform', 'accountId', 'title', 'privacy_status', 'made_for_kids', 'video'],
  additionalProperties: false,
} as const

export type YoutubePost = Described<typeof youtubePost>
