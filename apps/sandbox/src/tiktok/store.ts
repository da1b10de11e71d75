import { type CommentShelf, createCommentShelf } from '../comments/shelf.ts'
import type { HeldMedia } from '../network.ts'
import type { Comment } from './comments/comment.ts'
import type { AuthCode, Grant } from './grants.ts'
import type { Person } from './people.ts'
import type { Publication } from './publication.ts'
import type { UrlProperty } from './url-properties.ts'

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

export interface Limits {
  /** Per account and endpoint. */
  requestsPerMinute: number
  /** Per account, in any 24 hours. */
  postsPerDay: number
  /** Between the end of processing and the appearance of a public post, milliseconds. */
  moderationMs: number
}

/** All that the double remembers. */
export interface Store {
  people: Person[]
  posts: Post[]
  comments: CommentShelf<Comment>
  publications: Publication[]
  properties: UrlProperty[]
  codes: Map<string, AuthCode>
  grants: Grant[]
  /** Moments of the calls of the last minute, by account and endpoint. */
  calls: Map<string, number[]>
  /** Reasons that moderation will give for the next posts, by account. */
  rejections: Map<string, string[]>
  /** Publish ids that a fault gave out: they lead to a failed publish. */
  doomed: Map<string, string>
  limits: Limits
  /** A fresh 19-digit id of a post or comment. */
  nextId(): string
}

export function createStore(people: Person[], properties: UrlProperty[]): Store {
  let last = 7301234567890123456n
  return {
    people,
    posts: [],
    comments: createCommentShelf(),
    publications: [],
    properties,
    codes: new Map(),
    grants: [],
    calls: new Map(),
    rejections: new Map(),
    doomed: new Map(),
    limits: { requestsPerMinute: 40, postsPerDay: 15, moderationMs: 2_000 },
    nextId: () => {
      last += 4_000_037n
      return String(last)
    },
  }
}

/** Whether everybody sees the post; only such posts are listed and have comments. */
export function isListed(post: Post, now: number): boolean {
  return !post.draft && post.privacyLevel === 'PUBLIC_TO_EVERYONE' && post.listedFrom <= now
}
