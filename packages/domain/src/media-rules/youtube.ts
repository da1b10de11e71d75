import { videoTypes } from '../posts/media-item.ts'
import type { MediaRule } from './media-rule.ts'

/**
 * The media requirements of YouTube: only the type. YouTube itself checks length and codec and accepts up to 256 GB.
 * @see https://developers.google.com/youtube/v3/docs/videos/insert (read 2026-11-20)
 */
export const youtubeMedia: readonly MediaRule[] = [
  { field: 'video', contentTypes: videoTypes, code: 'invalid_video', requirement: {} },
]
