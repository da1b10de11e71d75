import { type Counter, createCounter } from '../counter.ts'
import type { HeldMedia } from '../network.ts'

type SubscriptionType = 'None' | 'Basic' | 'Premium' | 'PremiumPlus'

/** A simulated X user. */
export interface Account {
  id: string
  handle: string
  name: string
  subscriptionType: SubscriptionType
  followers: number
  following: number
  createdAt: number
  suspended: boolean
}

/** A media upload, from its first byte to its end. */
export interface Upload {
  id: string
  mediaKey: string
  ownerId: string
  additionalOwners: string[]
  /** What the caller announced; null when nothing was said. */
  category: string | null
  mediaType: string | null
  totalBytes: number | null
  segments: Map<number, Buffer>
  expiresAt: number
  altText: string | null
  /** Set by finalize, or at once by a one-shot upload. */
  file: UploadedFile | null
}

export interface UploadedFile {
  kind: 'photo' | 'animated_gif' | 'video'
  contentType: string
  size: number
  held: HeldMedia
  durationMs: number | null
  /** When the work on it began and ends; null for what is ready at once. */
  work: { from: number; until: number } | null
  /** Why the work ends badly. */
  failure: { code: number; name: string; message: string } | null
}

export interface Post {
  id: string
  accountId: string
  text: string
  createdAt: number
  conversationId: string
  inReplyToPostId: string | null
  media: Upload[]
  likedBy: Set<string>
  /** Further fields of the request that created the post, unchanged. */
  settings: Record<string, unknown>
}

export interface State {
  /** The default person first. */
  accounts: Account[]
  posts: Map<string, Post>
  uploads: Map<string, Upload>
  deletedPosts: { id: string; at: string }[]
  sequence: Counter
  /** An id that carries the time it was made at. */
  nextId(at?: number): string
}

// Milliseconds since the epoch at which X's ids begin.
const ID_EPOCH = 1_288_834_974_657n

/**
 * Creates the empty state of the simulated X.
 * @param now returns the time in ms since the epoch
 */
export function createState(now: () => number): State {
  const sequence = createCounter()
  return {
    accounts: [],
    posts: new Map(),
    uploads: new Map(),
    deletedPosts: [],
    sequence,
    nextId(at = now()) {
      return String(((BigInt(Math.trunc(at)) - ID_EPOCH) << 22n) + (BigInt(sequence.next()) & 0x3f_ffffn))
    },
  }
}

/** Returns the account with a handle, in any case and with or without `@`; undefined if there is none. */
export function accountByHandle(state: State, handle: string): Account | undefined {
  const wanted = handle.replace(/^@/, '').toLowerCase()
  return state.accounts.find((account) => account.handle.toLowerCase() === wanted)
}

/** Returns the account with an id; undefined if there is none. */
export function accountById(state: State, id: string): Account | undefined {
  return state.accounts.find((account) => account.id === id)
}

/** Returns all posts, newest first. Ids grow with time. */
export function newestFirst(state: State): Post[] {
  return [...state.posts.values()].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1))
}

const EMPTY = { inReplyToPostId: null, media: [], settings: {} }

/** Adds a post to the state. A reply joins the conversation of its parent. */
export function addPost(
  state: State,
  post: Pick<Post, 'accountId' | 'text' | 'createdAt'> & Partial<Pick<Post, 'inReplyToPostId' | 'media' | 'settings'>>,
): Post {
  const id = state.nextId(post.createdAt)
  const parent = state.posts.get(post.inReplyToPostId ?? '')
  const added: Post = { ...EMPTY, ...post, id, conversationId: parent?.conversationId ?? id, likedBy: new Set() }
  state.posts.set(id, added)
  return added
}
