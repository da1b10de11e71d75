import type { Platform } from './platforms.ts'

/** A quota that a network counts per day for the whole app. */
interface DailyQuota {
  platform: Platform
  /** The unit that is counted, in words, such as `Video uploads`. */
  title: string
  /** The units per day. */
  units: number
  /** The IANA name of the time zone in which the day begins and ends. */
  timeZone: string
}

/**
 * The daily quotas of networks for the whole app, with the number of units per day and the time zone of the day, keyed
 * by the name under which the database counts their use.
 * @see https://developers.google.com/youtube/v3/determine_quota_cost (read 2026-11-20)
 */
export const dailyQuotas = {
  'youtube.units': { platform: 'youtube', title: 'API units', units: 10_000, timeZone: 'America/Los_Angeles' },
  'youtube.uploads': { platform: 'youtube', title: 'Video uploads', units: 100, timeZone: 'America/Los_Angeles' },
  // Reports have a quota of their own. Unverified: its number, which Google shows in the project's console alone.
  'youtube.analytics': {
    platform: 'youtube',
    title: 'Report units',
    units: 100_000,
    timeZone: 'America/Los_Angeles',
  },
} as const satisfies Record<string, DailyQuota>

/**
 * The maximum number of posts that a network accepts from one account within any 24 hours, keyed by platform. Carillon
 * only warns: a post above the maximum is still sent, and the network decides.
 */
export const postQuotas: { readonly [P in Platform]?: number } = {
  // Its pages name 50 and 100. @see https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/ig-user/content_publishing_limit (read 2026-11-20)
  instagram: 50,
  // Unverified: TikTok names no number; developers report about this one.
  tiktok: 15,
}

/** The daily quota of which each post uses one unit, keyed by platform. */
export const postUnits: { readonly [P in Platform]?: DailyQuotaName } = { youtube: 'youtube.uploads' }

/**
 * The fraction of a daily quota that reads of comments and background work may use. The rest is for writes of clients.
 */
export const commentReadShare = 0.7

export type DailyQuotaName = keyof typeof dailyQuotas

/** A rate limit of a network. Requests are counted separately for each key, such as the id of an account. */
export interface Rate {
  platform: Platform
  /** The maximum number of requests within any `perSeconds` seconds. */
  requests: number
  perSeconds: number
  /**
   * The number of seconds by which Carillon lengthens the period, as calls are counted when they arrive at the network.
   */
  marginSeconds: number
  /** The number of requests that are reserved for calls for which a client waits. */
  reserved: number
}

export const rates = {
  'tiktok.endpoint': { platform: 'tiktok', requests: 40, perSeconds: 60, marginSeconds: 1, reserved: 10 },
  // Reads of conversations, by account. @see https://developers.facebook.com/docs/graph-api/overview/rate-limiting (read 2026-11-20)
  'instagram.conversations': { platform: 'instagram', requests: 2, perSeconds: 1, marginSeconds: 0.25, reserved: 0 },
  'facebook.conversations': { platform: 'facebook', requests: 2, perSeconds: 1, marginSeconds: 0.25, reserved: 0 },
} as const satisfies Record<string, Rate>

export type RateName = keyof typeof rates
