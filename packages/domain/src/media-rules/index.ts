import type { PublishPlatform } from '../posts/index.ts'
import { blueskyMedia } from './bluesky.ts'
import { facebookMedia } from './facebook.ts'
import { instagramMedia } from './instagram.ts'
import type { MediaRule } from './media-rule.ts'
import { tiktokMedia } from './tiktok.ts'
import { xMedia } from './x.ts'
import { youtubeMedia } from './youtube.ts'

export { type FetchLimits, fetchLimits } from './fetch-limits.ts'
export type { ImageDelivery, MediaRequirement, MediaRule } from './media-rule.ts'
export { mediaTransport } from './media-urls.ts'

/** The media requirements of all networks, keyed by platform. They are checked before any call to the network. */
export const mediaRules: Record<PublishPlatform, readonly MediaRule[]> = {
  instagram: instagramMedia,
  facebook: facebookMedia,
  tiktok: tiktokMedia,
  youtube: youtubeMedia,
  x: xMedia,
  bluesky: blueskyMedia,
}
