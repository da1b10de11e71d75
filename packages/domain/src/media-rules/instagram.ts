import { imageTypes } from '../posts/media-item.ts'
import type { MediaRule } from './media-rule.ts'

const image = {
  contentTypes: imageTypes,
  code: 'invalid_image',
  // Instagram has taken 3:4 (2026-05); its page still says 4:5 and decides about what lies between.
  // 1200 by 628, which is what goes by the name of 1.91:1, is a little wider than that.
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
