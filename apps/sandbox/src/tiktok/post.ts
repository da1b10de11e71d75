import type { HeldMedia } from '../network.ts'

export const privacyLevels = [
  'PUBLIC_TO_EVERYONE',
  'MUTUAL_FOLLOW_FRIENDS',
  'FOLLOWER_OF_CREATOR',
  'SELF_ONLY',
] as const

export type PrivacyLevel = (typeof privacyLevels)[number]

export interface Post {
  id: string
  accountId: string
  /** The caption. */
  text: string
  /** The title of a photo post; null for a video. */
  title: string | null
  mediaType: 'VIDEO' | 'PHOTO'
  privacyLevel: PrivacyLevel
  disableComment: boolean
  disableDuet: boolean
  disableStitch: boolean
  /** The time in the video, in milliseconds, from which the cover is taken; null if not chosen. */
  coverTimestamp: number | null
  photoCoverIndex: number | null
  autoAddMusic: boolean
  isAigc: boolean
  isBrandOrganic: boolean
  isBrandedContent: boolean
  /** Whether the post is a draft: it is in the creator's inbox and is not published. */
  draft: boolean
  media: HeldMedia[]
  /** The length of the video in seconds; null for photos and if it could not be measured. */
  duration: number | null
  /** The likes when the sandbox started and those that tests gave, and the views at its start: see `postCount`. */
  likes: number
  views: number
  /** Milliseconds since the epoch. */
  createdAt: number
  /** The time at which the post has passed moderation and becomes public, in milliseconds since the epoch. */
  listedFrom: number
  /** The publish id from which the post was created; null for a post that was not published through the API. */
  shareId: string | null
  coverUrl: string
  /** Received settings that have no effect in the sandbox, as they were sent. */
  extra: Record<string, unknown>
}

/**
 * Returns the first time from `at` on at which no post was created, in ms since the epoch. Creation times have to be
 * unique because they serve as cursors of lists.
 */
export function ownMoment(posts: readonly Post[], at: number): number {
  const taken = new Set(posts.map(({ createdAt }) => createdAt))
  let moment = at
  while (taken.has(moment)) moment++
  return moment
}

/**
 * Returns whether a post is public at `now` (ms since the epoch). Only public posts are listed and can have comments.
 */
export function isListed(post: Post, now: number): boolean {
  return !post.draft && post.privacyLevel === 'PUBLIC_TO_EVERYONE' && post.listedFrom <= now
}
