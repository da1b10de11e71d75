import { type CommentStore, createCommentStore } from '../../comments/store.ts'
import { type Counter, createCounter } from '../../counter.ts'
import type { Person } from '../people.ts'
import type { Post } from '../post.ts'
import type { Comment } from './comment.ts'
import type { AuthCode, Grant } from './grant.ts'
import type { PendingPublish, PublishRecord } from './publish-record.ts'
import type { UrlProperty } from './url-property.ts'

interface Limits {
  /** Calls per minute, for each account and endpoint. */
  requestsPerMinute: number
  /** Posts per account in any 24 hours. */
  postsPerDay: number
  /** Milliseconds between the end of processing and the time at which a post becomes public. */
  moderationMs: number
  /** Calls with access tokens, of all accounts together, in a second, a minute and a day in UTC; null: any number. */
  appPerSecond: number | null
  appPerMinute: number | null
  appPerDay: number | null
}

/** The use of the limits that apply to the whole app. Times are in ms since the epoch. */
interface AppUse {
  /** The times of the calls of the last minute. */
  moments: number[]
  /** The time until which all calls are rejected; 0 for none. */
  blockedUntil: number
  /** The day in UTC, counted in days since the epoch, and the number of calls on it. */
  day: number
  callsOfDay: number
}

/** The state of the simulated TikTok. */
export interface Store {
  people: Person[]
  posts: Post[]
  comments: CommentStore<Comment>
  publishes: PublishRecord[]
  /** What is left to do for the publishes that have not ended, keyed by publish id. */
  pending: Map<string, PendingPublish>
  properties: UrlProperty[]
  codes: Map<string, AuthCode>
  grants: Grant[]
  /**
   * Times of the calls of the last minute, and the time until which calls are rejected because there were too many (0
   * for none), in milliseconds since the epoch, keyed by account and endpoint.
   */
  throttles: Map<string, { moments: number[]; blockedUntil: number }>
  appUse: AppUse
  /** Reasons with which the next publishes will fail, in order, keyed by account id. */
  rejections: Map<string, string[]>
  /** The failure reasons of publishes whose ids an injected fault has returned, keyed by publish id. */
  doomed: Map<string, string>
  limits: Limits
  /** The scopes that the app can request; null allows all scopes. */
  appScopes: string[] | null
  ids: Counter
  doomedIds: Counter
  /** Returns a new 19-digit id for a post or comment. */
  nextId(): string
}

/** Creates the state of the simulated TikTok with the given users and URL properties. */
export function createStore(people: Person[], properties: UrlProperty[]): Store {
  const ids = createCounter()
  return {
    people,
    posts: [],
    comments: createCommentStore(),
    publishes: [],
    pending: new Map(),
    properties,
    codes: new Map(),
    grants: [],
    throttles: new Map(),
    appUse: { moments: [], blockedUntil: 0, day: 0, callsOfDay: 0 },
    rejections: new Map(),
    doomed: new Map(),
    appScopes: null,
    limits: {
      requestsPerMinute: 40,
      postsPerDay: 15,
      moderationMs: 2_000,
      appPerSecond: null,
      appPerMinute: null,
      appPerDay: null,
    },
    ids,
    doomedIds: createCounter(),
    nextId: () => String(7301234567890123456n + 4_000_037n * BigInt(ids.next())),
  }
}
