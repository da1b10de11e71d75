import { imageTypes } from '../posts/media-item.ts'
import type { MediaRule } from './media-rule.ts'

/**
 * The media requirements of X. Images up to 50 megapixels, which are sent with at most 5 MB and 4096 px on each side;
 * GIFs up to 15 MB, 1280 × 1080, 350 frames and 300 million pixels of all frames together; videos from 0.5 s and
 * 32 × 32, between 1:3 and 3:1, with at most 60 frames per second. The maximum length and size of a video depend on the
 * author's subscription, which only X knows; the only bound here is 4 GB, the maximum of an upload in 1,000 chunks.
 * @see https://docs.x.com/x-api/media/quickstart/best-practices (read 2026-11-20)
 */
export const xMedia: readonly MediaRule[] = [
  {
    field: 'media',
    contentTypes: imageTypes,
    code: 'invalid_media',
    requirement: { maxPixels: 50_000_000 },
    delivery: { contentTypes: ['image/jpeg', 'image/png', 'image/webp'], maxBytes: 5_000_000, maxSide: 4096 },
  },
  {
    field: 'media',
    contentTypes: ['image/gif'],
    code: 'invalid_media',
    requirement: {
      maxBytes: 15_000_000,
      maxWidth: 1280,
      maxHeight: 1080,
      maxFrames: 350,
      maxAnimatedPixels: 300_000_000,
    },
  },
  {
    field: 'media',
    contentTypes: ['video/mp4'],
    code: 'invalid_media',
    requirement: {
      maxBytes: 4_000_000_000,
      minSeconds: 0.5,
      minWidth: 32,
      minHeight: 32,
      minRatio: 1 / 3,
      maxRatio: 3,
      maxFrameRate: 60,
    },
  },
]
