import type { Platform } from './platforms.ts'

/** A quota that a network counts by the day for the whole app. */
export interface DailyQuota {
  platform: Platform
  /** The unit that is counted, in words. */
  title: string
  units: number
  timeZone: string
}

/** @see https://developers.google.com/youtube/v3/determine_quota_cost (read 2026-11-20) */
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

/** How many posts a network takes from one account within any 24 hours. It has the last word: a post is sent beyond it. */
export const postQuotas: { readonly [P in Platform]?: number } = {
  // Its pages name 50 and 100. @see https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/ig-user/content_publishing_limit (read 2026-11-20)
  instagram: 50,
  // Unverified: TikTok names no number; developers report about this one.
  tiktok: 15,
}

/** The daily quota of the app from which each post takes one unit. */
export const postUnits: { readonly [P in Platform]?: DailyQuotaName } = { youtube: 'youtube.uploads' }

/** The part of a daily quota that reads of comments may use: the rest is left to what callers write. */
export const commentReadShare = 0.7

export type DailyQuotaName = keyof typeof dailyQuotas

/** A rate that a network holds us to, for each value of a key (an account or an app) and endpoint. */
export interface Rate {
  platform: Platform
  requests: number
  perSeconds: number
  /** Kept beside the span: calls take their time to arrive, and the network counts them when they do. */
  marginSeconds: number
  /** The number of requests reserved for calls that a client waits for. */
  reserved: number
}

export const rates = {
  'tiktok.endpoint': { platform: 'tiktok', requests: 40, perSeconds: 60, marginSeconds: 1, reserved: 10 },
  // Reads of conversations, by account. @see https://developers.facebook.com/docs/graph-api/overview/rate-limiting (read 2026-11-20)
  'instagram.conversations': { platform: 'instagram', requests: 2, perSeconds: 1, marginSeconds: 0.25, reserved: 0 },
  'facebook.conversations': { platform: 'facebook', requests: 2, perSeconds: 1, marginSeconds: 0.25, reserved: 0 },
} as const satisfies Record<string, Rate>

export type RateName = keyof typeof rates
