import { imageTypes } from '../posts/media-item.ts'
import type { MediaRule } from './media-rule.ts'

/**
 * The media requirements of TikTok. Photos: up to 50 megapixels, sent as JPEG or WebP with at most 20 MB and 1080 ×
 * 1920 or 1920 × 1080. Videos: up to 1 GB, 3 to 600 s, both sides at least 360 px, 23 to 60 frames per second; the
 * creator's own maximum duration is read from the network.
 * @see https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (read 2026-11-20)
 */
export const tiktokMedia: readonly MediaRule[] = [
  {
    field: 'photos',
    contentTypes: imageTypes,
    code: 'invalid_image',
    requirement: { maxPixels: 50_000_000 },
    delivery: { contentTypes: ['image/jpeg', 'image/webp'], maxBytes: 20_000_000, maxSide: 1920, maxShortSide: 1080 },
  },
  {
    field: 'video',
    contentTypes: ['video/mp4', 'video/quicktime', 'video/webm'],
    code: 'invalid_video',
    requirement: {
      maxBytes: 1_000_000_000,
      minSeconds: 3,
      maxSeconds: 600,
      minWidth: 360,
      minHeight: 360,
      minFrameRate: 23,
      maxFrameRate: 60,
    },
  },
]
