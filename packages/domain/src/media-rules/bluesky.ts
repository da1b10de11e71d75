import { imageTypes } from '../posts/media-item.ts'
import type { MediaRule } from './media-rule.ts'

/**
 * The media requirements of Bluesky. Images are sent with at most 1,000,000 bytes, which every server accepts; the
 * current lexicon allows 2,000,000, but servers with an older one do not.
 * @see https://docs.bsky.app/docs/advanced-guides/posts (read 2026-11-20)
 */
export const blueskyMedia: readonly MediaRule[] = [
  {
    field: 'images',
    contentTypes: imageTypes,
    code: 'invalid_image',
    requirement: { maxPixels: 50_000_000 },
    delivery: { contentTypes: ['image/jpeg', 'image/png', 'image/webp'], maxBytes: 1_000_000, maxSide: 2000 },
  },
  // The video service reports its daily limits at run time; size and length are those of Bluesky's own app, since
  // 2026-08-21 (https://github.com/bluesky-social/social-app/pull/11528, read 2026-11-29).
  {
    field: 'video',
    contentTypes: ['video/mp4'],
    code: 'invalid_video',
    requirement: { maxBytes: 300_000_000, maxSeconds: 600 },
  },
]
