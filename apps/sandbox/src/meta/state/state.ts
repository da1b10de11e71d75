import { randomBytes } from 'node:crypto'
import { type CommentStore, createCommentStore } from '../../comments/store.ts'
import { type Counter, createCounter } from '../../counter.ts'
import { createFigures, type Figures } from '../../figures/index.ts'
import { type AdsBook, createAdsBook } from './ads/book.ts'
import type { Author, Comment } from './comment.ts'
import type { Conversation, DirectMessage } from './conversation.ts'
import type { Grant, Token } from './grant.ts'
import type { Happening } from './happening.ts'
import {
  BUSINESSES,
  type Business,
  INSTAGRAM_ACCOUNTS,
  type InstagramAccount,
  PAGES,
  type Page,
  PEOPLE,
  type Person,
} from './people.ts'
import { createPortal, type Portal } from './portal.ts'
import type { Container, InstagramPost, PagePost, Photo, Video } from './posts.ts'

/** An authorization code, with the grant whose token it can be exchanged for. */
export interface Code {
  grant: Grant
  redirectUri: string
  /** Milliseconds since the epoch. */
  expiresAt: number
  used: boolean
}

/** A resumable upload of the app (`POST /{app}/uploads`). */
export interface AppUpload {
  personId: string
  /** The announced size in bytes. */
  fileLength: number
  /** The received bytes. `received` is their number. */
  chunks: Buffer[]
  received: number
  /** The handle of the file, which is returned as `h` when all bytes have arrived. */
  handle: string
}

/**
 * The state of the simulated Facebook and Instagram. Both share it, so that a Page and its Instagram account belong
 * together.
 */
export interface State {
  now(): number
  people: Map<string, Person>
  businesses: Map<string, Business>
  pages: Map<string, Page>
  instagramAccounts: Map<string, InstagramAccount>
  grants: Map<string, Grant>
  tokens: Map<string, Token>
  codes: Map<string, Code>
  pagePosts: Map<string, PagePost>
  photos: Map<string, Photo>
  videos: Map<string, Video>
  appUploads: Map<string, AppUpload>
  instagramPosts: Map<string, InstagramPost>
  containers: Map<string, Container>
  ads: AdsBook
  figures: Figures
  comments: { facebook: CommentStore<Comment>; instagram: CommentStore<Comment> }
  /** The users without a simulated account who have commented, keyed by name. */
  visitors: { facebook: Map<string, Author>; instagram: Map<string, Author> }
  conversations: Map<string, Conversation>
  directMessages: Map<string, DirectMessage>
  portal: Portal
  /** The webhook fields to which the app is subscribed, keyed by the id of the Page or account. */
  subscriptions: Map<string, string[]>
  /** Sends a webhook about an event to the app if it has subscribed to it. */
  announce(happening: Happening): void
  ids: Counter
  /** Returns a new numeric id of at least `digits` digits that begins with `prefix`. */
  nextId(prefix: string, digits: number): string
  /** Returns a random secret of `length` URL-safe characters. */
  secret(length: number): string
}

export interface StateOptions {
  /** Milliseconds since the epoch. */
  now(): number
  secret?(length: number): string
}

function byId<T extends { id: string }>(items: T[]): Map<string, T> {
  return new Map(items.map((item) => [item.id, structuredClone(item)]))
}

function randomSecret(length: number): string {
  return randomBytes(length).toString('base64url').slice(0, length)
}

/**
 * Creates a state with users, Pages and Instagram accounts, without posts. `secret(length)` returns a random string of
 * that length for tokens, codes and ids; tests can replace it.
 */
export function createState({ now, secret = randomSecret }: StateOptions): State {
  const ids = createCounter()
  return {
    now,
    secret,
    people: byId(PEOPLE),
    businesses: byId(BUSINESSES),
    pages: byId(PAGES),
    instagramAccounts: byId(INSTAGRAM_ACCOUNTS),
    grants: new Map(),
    tokens: new Map(),
    codes: new Map(),
    pagePosts: new Map(),
    photos: new Map(),
    videos: new Map(),
    appUploads: new Map(),
    instagramPosts: new Map(),
    containers: new Map(),
    figures: createFigures(now()),
    ads: createAdsBook(),
    comments: { facebook: createCommentStore(), instagram: createCommentStore() },
    visitors: { facebook: new Map(), instagram: new Map() },
    conversations: new Map(),
    directMessages: new Map(),
    portal: createPortal(),
    subscriptions: new Map(),
    announce: () => {},
    ids,
    nextId(prefix, digits) {
      // Ids are not consecutive, so that no client relies on it.
      return `${prefix}${String(ids.next() * 7919).padStart(digits - prefix.length, '0')}`
    },
  }
}
