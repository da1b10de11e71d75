import type { Platform } from '@carillon/domain'

/**
 * Words by which each network is recognised in code, in lower case: its name, its hosts, its protocol. A name of one
 * letter counts only in quotes or between slashes. A word may occur only where its network has a place of its own.
 */
export const networkWords = {
  instagram: ['instagram'],
  tiktok: ['tiktok'],
  facebook: ['facebook'],
  whatsapp: ['whatsapp'],
  youtube: ['youtube', 'googleapis', 'accounts.google'],
  x: ['twitter', 'api.x.com', "'x'", '"x"', '/x/'],
  bluesky: ['bluesky', 'bsky', 'atproto', 'at://'],
} as const satisfies Record<Platform, readonly string[]>
