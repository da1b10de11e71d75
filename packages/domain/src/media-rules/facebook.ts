import { imageTypes, videoTypes } from '../posts/media-item.ts'
import type { MediaRule } from './media-rule.ts'

const image = {
  contentTypes: imageTypes,
  code: 'invalid_image',
  requirement: { maxPixels: 50_000_000 },
  delivery: { contentTypes: ['image/jpeg', 'image/png'], maxBytes: 4_000_000 },
} as const

/**
 * The media requirements of Facebook.
 * @see https://developers.facebook.com/docs/video-api/guides/reels-publishing (read 2026-11-20)
 */
export const facebookMedia: readonly MediaRule[] = [
  { field: 'image', ...image },
  { field: 'images', ...image },
  {
    field: 'reel',
    contentTypes: videoTypes,
    code: 'invalid_video',
    requirement: {
      minSeconds: 3,
      maxSeconds: 90,
      minWidth: 540,
      minHeight: 960,
      minRatio: 0.55,
      maxRatio: 0.575,
      minFrameRate: 24,
      maxFrameRate: 60,
    },
  },
  { field: 'video', contentTypes: videoTypes, code: 'invalid_video', requirement: {} },
]
