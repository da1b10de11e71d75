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
  /** Photo posts only. */
  title: string | null
  mediaType: 'VIDEO' | 'PHOTO'
  privacyLevel: PrivacyLevel
  disableComment: boolean
  disableDuet: boolean
  disableStitch: boolean
  /** Milliseconds into the video. */
  coverTimestamp: number | null
  photoCoverIndex: number | null
  autoAddMusic: boolean
  isAigc: boolean
  isBrandOrganic: boolean
  isBrandedContent: boolean
  /** Waits in the creator's inbox instead of being published. */
  draft: boolean
  media: HeldMedia[]
  /** Video length in seconds, null for photos. */
  duration: number | null
  likes: number
  views: number
  /** Milliseconds since the epoch. */
  createdAt: number
  /** From this moment on the post has passed moderation and is listed. */
  listedFrom: number
  /** The publish id it came from, null for seeded posts. */
  shareId: string | null
  coverUrl: string
  /** Optional settings that arrived and that nothing here acts on, as they came. */
  extra: Record<string, unknown>
}

/** Returns the first time from `at` on that no post has, so that each page of the list ends between two times. */
export function ownMoment(posts: readonly Post[], at: number): number {
  const taken = new Set(posts.map(({ createdAt }) => createdAt))
  let moment = at
  while (taken.has(moment)) moment++
  return moment
}

/** Returns whether a post is public. Only public posts are listed and can have comments. */
export function isListed(post: Post, now: number): boolean {
  return !post.draft && post.privacyLevel === 'PUBLIC_TO_EVERYONE' && post.listedFrom <= now
}
