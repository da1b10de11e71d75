import { imageTypes } from '../posts/media-item.ts'
import type { MediaRule } from './media-rule.ts'

const image = {
  contentTypes: imageTypes,
  code: 'invalid_image',
  // Instagram has accepted 3:4 since 2026-05, although its page still says 4:5.
  // 1200 × 628, which is commonly called 1.91:1, is a little wider than that.
  requirement: { maxPixels: 50_000_000, minRatio: 0.75, maxRatio: 1.911 },
  delivery: { contentTypes: ['image/jpeg'], maxBytes: 8_000_000, maxWidth: 1440 },
} as const

/**
 * The media requirements of Instagram.
 * @see https://developers.facebook.com/docs/instagram-platform/content-publishing (read 2026-11-20)
 */
export const instagramMedia: readonly MediaRule[] = [
  { field: 'image', ...image },
  { field: 'images', ...image },
]
