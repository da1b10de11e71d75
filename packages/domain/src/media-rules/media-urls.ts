import type { PublishPlatform } from '../posts/index.ts'

/**
 * How a network gets the files of a post: `sent` with the call; from a URL on `any` host; or only from `ours`, a URL of
 * Carillon, because the network requires a registered host or because the download shows whether a call has arrived.
 */
type MediaTransport = 'sent' | 'any' | 'ours'

/**
 * How each network gets the files of a post, keyed by platform: `sent` with the call; `any`: it fetches a URL on any
 * host; `ours`: it fetches a URL of Carillon only.
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
