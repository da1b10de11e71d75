import { type CommentStore, createCommentStore } from '../../comments/store.ts'
import { type Counter, createCounter } from '../../counter.ts'
import type { Person } from '../people.ts'
import type { Post } from '../post.ts'
import type { Comment } from './comment.ts'
import type { AuthCode, Grant } from './grant.ts'
import type { PublishRecord } from './publish-record.ts'
import type { UrlProperty } from './url-property.ts'

interface Limits {
  /** Per account and endpoint. */
  requestsPerMinute: number
  /** Per account, in any 24 hours. */
  postsPerDay: number
  /** Between the end of processing and the appearance of a public post, milliseconds. */
  moderationMs: number
}

/** The state of the simulated TikTok. */
export interface Store {
  people: Person[]
  posts: Post[]
  comments: CommentStore<Comment>
  publishes: PublishRecord[]
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
  /** Scopes that the app was given; every known one when null. */
  appScopes: string[] | null
  ids: Counter
  doomedIds: Counter
  /** A fresh 19-digit id of a post or comment. */
  nextId(): string
}

/** Creates the state of the simulated TikTok with its users and verified URL properties. */
export function createStore(people: Person[], properties: UrlProperty[]): Store {
  const ids = createCounter()
  return {
    people,
    posts: [],
    comments: createCommentStore(),
    publishes: [],
    properties,
    codes: new Map(),
    grants: [],
    calls: new Map(),
    rejections: new Map(),
    doomed: new Map(),
    appScopes: null,
    limits: { requestsPerMinute: 40, postsPerDay: 15, moderationMs: 2_000 },
    ids,
    doomedIds: createCounter(),
    nextId: () => String(7301234567890123456n + 4_000_037n * BigInt(ids.next())),
  }
}
