import { noMetrics, type PostMetrics, type ReadPost } from '@carillon/domain'
import type { CallContext } from '../call-context.ts'
import { ProviderError } from '../error-rules.ts'
import type { DeletePostPort, PostsPort } from '../ports/posts.ts'
import { appViewHeaders } from './app-view.ts'
import { permalinkOf } from './post-link.ts'
import { collection, recordUri } from './post-record.ts'
import { blobUrl } from './profile.ts'
import { readRecord } from './records.ts'
import { type Session, sessionOf } from './session.ts'
import { callServer } from './xrpc.ts'

type Json = Record<string, unknown>

interface StoredPost {
  uri: string
  value: Json
}

/** A post as the network's index shows it. */
interface PostView {
  uri: string
  embed?: Json
  [count: string]: unknown
}

const pageSize = 100
const viewsAtOnce = 25

function object(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {}
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function list(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(object) : []
}

/** Answers to others are part of their threads; only posts and threads of the account's own are its posts. */
function isOwn({ value }: StoredPost, did: string): boolean {
  const { root, parent } = object(value['reply'])
  if (root === undefined && parent === undefined) return true
  return [root, parent].every((strong) => text(object(strong)['uri'])?.startsWith(`at://${did}/`))
}

const mediaTypeOf: Record<string, ReadPost['mediaType']> = {
  'app.bsky.embed.video': 'video',
  'app.bsky.embed.external': 'link',
}

/** What a post shows, without the post that it quotes. */
function mediaOf(embed: Json): Json {
  return embed['$type'] === 'app.bsky.embed.recordWithMedia' ? object(embed['media']) : embed
}

function pictures(media: Json): Json[] {
  return list(media['images'] ?? media['items'])
}

function mediaType(value: Json): ReadPost['mediaType'] {
  const media = mediaOf(object(value['embed']))
  const count = pictures(media).length
  return count > 1 ? 'carousel' : count === 1 ? 'image' : (mediaTypeOf[String(media['$type'])] ?? 'text')
}

/** The index has small pictures; without it there is the file itself, but none of a film. */
function thumbnail(session: Session, value: Json, view: PostView | undefined): string | null {
  const shown = mediaOf(object(view?.embed))
  const [picture] = pictures(shown)
  const small = text(
    picture?.['thumb'] ?? picture?.['thumbnail'] ?? shown['thumbnail'] ?? object(shown['external'])['thumb'],
  )
  if (small) return small
  const media = mediaOf(object(value['embed']))
  const [stored] = pictures(media)
  return blobUrl(session, stored?.['image'] ?? object(media['external'])['thumb'])
}

const counts: Record<Exclude<keyof PostMetrics, 'views'>, string> = {
  likes: 'likeCount',
  comments: 'replyCount',
  shares: 'repostCount',
  quotes: 'quoteCount',
  saves: 'bookmarkCount',
}

function metrics(view: PostView | undefined): PostMetrics {
  const known = Object.entries(counts).map(([metric, count]) => [metric, view?.[count]] as const)
  return { ...noMetrics, ...Object.fromEntries(known.filter(([, count]) => typeof count === 'number')) }
}

function timeOrNull(value: unknown): string | null {
  const time = new Date(text(value) ?? Number.NaN)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

/**
 * Counts and small pictures from the network's index. It lags and may be away: what it does not tell stays unknown. That
 * it does not take the token is told, since the records themselves are read without one.
 *
 * @see https://docs.bsky.app/docs/api/app-bsky-feed-get-posts (read 2026-11-20)
 */
async function readViews(call: CallContext, session: Session, uris: readonly string[]): Promise<PostView[]> {
  const method = 'app.bsky.feed.getPosts'
  try {
    const answer = await callServer(call, session, {
      method,
      query: { uris },
      headers: appViewHeaders,
      timeoutMs: 4_000,
    })
    return list(answer['posts']) as unknown as PostView[]
  } catch (error) {
    if (error instanceof ProviderError && error.tokenRefused) throw error
    return []
  }
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
}

export const blueskyPosts: PostsPort = {
  /** @see https://docs.bsky.app/docs/api/com-atproto-repo-list-records (read 2026-11-20) */
  async list(call, cursor) {
    const session = sessionOf(call)
    const query = { repo: session.did, collection, limit: pageSize, ...(cursor !== null && { cursor }) }
    const page = await callServer(call, session, { method: 'com.atproto.repo.listRecords', query })
    const stored = list(page['records']).map(({ uri, value }) => ({ uri: String(uri), value: object(value) }))
    const own = stored.filter((post) => isOwn(post, session.did))
    const uris = own.map(({ uri }) => uri)
    const views = await Promise.all(chunks(uris, viewsAtOnce).map((some) => readViews(call, session, some)))
    const viewOf = new Map(views.flat().map((view) => [view.uri, view]))
    const posts = own.map(
      ({ uri, value }): ReadPost => ({
        providerId: uri,
        text: typeof value['text'] === 'string' ? value['text'] : null,
        mediaType: mediaType(value),
        thumbnailUrl: thumbnail(session, value, viewOf.get(uri)),
        permalink: permalinkOf(call.app, uri),
        publishedAt: timeOrNull(value['createdAt']),
        metrics: metrics(viewOf.get(uri)),
      }),
    )
    const next = text(page['cursor'])
    return { posts, next: stored.length < pageSize ? null : next }
  },
}

function notFound(): ProviderError {
  return new ProviderError('post_not_found', "The id names none of the account's posts.", 'refused')
}

/** The key in a post's address, or a key as it is. @see https://atproto.com/specs/record-key (read 2026-11-20) */
function keyOf(postId: string, did: string): string {
  const prefix = recordUri(did, '')
  const key = postId.startsWith(prefix) ? postId.slice(prefix.length) : postId
  if (!/^[a-zA-Z0-9._:~-]{1,512}$/.test(key) || key === '.' || key === '..') throw notFound()
  return key
}

export const blueskyDeletePost: DeletePostPort = {
  /** The network calls it a success to delete what is not there. @see https://docs.bsky.app/docs/api/com-atproto-repo-delete-record (read 2026-11-20) */
  async delete(call, postId) {
    const session = sessionOf(call)
    const rkey = keyOf(postId, session.did)
    if (!(await readRecord(call, session, rkey))) throw notFound()
    const input = { repo: session.did, collection, rkey }
    await callServer(call, session, { method: 'com.atproto.repo.deleteRecord', input })
  },
}
