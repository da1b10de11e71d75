import type { PublishPlatform } from '../posts/index.ts'

/**
 * How a network gets the files of a post: `sent` with the call; from a URL of `any` host; or from `ours` alone, where
 * the network checks that the host is registered, or the download is what tells afterwards whether a call arrived.
 */
type MediaTransport = 'sent' | 'any' | 'ours'

/**
 * @see https://developers.facebook.com/docs/instagram-platform/content-publishing (read 2026-11-20)
 * @see https://business-api.tiktok.com/portal/docs?id=1769324038780930 (read 2026-11-20)
 */
export const mediaTransport: Readonly<Record<PublishPlatform, MediaTransport>> = {
  instagram: 'any',
  tiktok: 'ours',
  facebook: 'sent',
  youtube: 'sent',
  x: 'sent',
  bluesky: 'sent',
}
