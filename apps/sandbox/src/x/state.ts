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
  /** Milliseconds since the epoch. */
  createdAt: number
  suspended: boolean
}

/**
 * A media upload: open while `file` is null, then finalized. `expiresAt` is in milliseconds since the epoch; `segments`
 * are the received chunks, keyed by index.
 */
export interface Upload {
  id: string
  mediaKey: string
  ownerId: string
  /** The ids of other users who can use the upload in their posts. */
  additionalOwners: string[]
  /** The media category that the client announced or that was chosen by media type. */
  category: string | null
  mediaType: string | null
  totalBytes: number | null
  segments: Map<number, Buffer>
  expiresAt: number
  altText: string | null
  /** The uploaded file; null until the upload is finalized. */
  file: UploadedFile | null
}

export interface UploadedFile {
  kind: 'photo' | 'animated_gif' | 'video'
  contentType: string
  size: number
  held: HeldMedia
  durationMs: number | null
  /** When processing begins and ends, in milliseconds since the epoch; null if the file needs no processing. */
  work: { from: number; until: number } | null
  /** Why processing fails; null if it succeeds. */
  failure: { code: number; name: string; message: string } | null
}

export interface Post {
  id: string
  accountId: string
  text: string
  /** Milliseconds since the epoch. */
  createdAt: number
  conversationId: string
  inReplyToPostId: string | null
  media: Upload[]
  likedBy: Set<string>
  /** Further fields of the request that created the post, as they were sent. */
  settings: Record<string, unknown>
}

export interface State {
  /** The users. The first one is used wherever a request names none. */
  accounts: Account[]
  posts: Map<string, Post>
  uploads: Map<string, Upload>
  deletedPosts: { id: string; at: string }[]
  sequence: Counter
  /** Returns a new id that contains a time in ms since the epoch (default: now), so that ids grow with time. */
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

/** Returns the account with a handle, in any case and with or without `@`; undefined if none exists. */
export function accountByHandle(state: State, handle: string): Account | undefined {
  const wanted = handle.replace(/^@/, '').toLowerCase()
  return state.accounts.find((account) => account.handle.toLowerCase() === wanted)
}

/** Returns the account with an id; undefined if none exists. */
export function accountById(state: State, id: string): Account | undefined {
  return state.accounts.find((account) => account.id === id)
}

/** Returns all posts, newest first. */
export function newestFirst(state: State): Post[] {
  return [...state.posts.values()].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1))
}

const EMPTY = { inReplyToPostId: null, media: [], settings: {} }

/**
 * Stores and returns a post created at `createdAt` (ms since the epoch), by default without media and not as a reply. A
 * reply joins the conversation of the post `inReplyToPostId`, if that exists. Any other post begins a conversation.
 */
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
