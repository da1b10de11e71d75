import { noMetrics, type PostMetrics, type ReadPost } from '@carillon/domain'
import type { App } from '../call-context.ts'
import { type Fields, listOf, objectOf, textOf } from '../json.ts'
import { permalinkOf } from './post-link.ts'
import { blobUrl } from './profile.ts'
import type { Session } from './session.ts'

export interface StoredPost {
  uri: string
  value: Fields
}

/** A post as the app view returns it. */
export interface PostView {
  uri: string
  embed?: Fields
  [count: string]: unknown
}

/** A post of the app view as the adapter reads it; the URI is empty if it is missing. */
export function viewOf(view: Fields): PostView {
  return { ...view, uri: textOf(view['uri']) ?? '' }
}

/**
 * Replies to other accounts belong to those accounts' threads. Only posts and threads started by the account count as
 * its own.
 */
export function isOwn({ value }: StoredPost, did: string): boolean {
  const { root, parent } = objectOf(value['reply'])
  if (root === undefined && parent === undefined) return true
  return [root, parent].every((strong) => textOf(objectOf(strong)['uri'])?.startsWith(`at://${did}/`))
}

const mediaTypeOf: Record<string, ReadPost['mediaType']> = {
  'app.bsky.embed.video': 'video',
  'app.bsky.embed.external': 'link',
}

/** The media embedded in a post, without those of a quoted post. */
function mediaOf(embed: Fields): Fields {
  return embed['$type'] === 'app.bsky.embed.recordWithMedia' ? objectOf(embed['media']) : embed
}

function images(media: Fields): Fields[] {
  return listOf(media['images'] ?? media['items'])
}

function mediaType(value: Fields): ReadPost['mediaType'] {
  const media = mediaOf(objectOf(value['embed']))
  const count = images(media).length
  return count > 1 ? 'carousel' : count === 1 ? 'image' : (mediaTypeOf[String(media['$type'])] ?? 'text')
}

/** The app view provides thumbnails. Without it, the image itself serves as one; a video then has none. */
function thumbnail(session: Session, value: Fields, view: PostView | undefined): string | null {
  const shown = mediaOf(objectOf(view?.embed))
  const [image] = images(shown)
  const small = textOf(
    image?.['thumb'] ?? image?.['thumbnail'] ?? shown['thumbnail'] ?? objectOf(shown['external'])['thumb'],
  )
  if (small) return small
  const media = mediaOf(objectOf(value['embed']))
  const [stored] = images(media)
  return blobUrl(session, stored?.['image'] ?? objectOf(media['external'])['thumb'])
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
  const time = new Date(textOf(value) ?? Number.NaN)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

/** Combines a record of the account with the app view's data into a post. */
export function readPost(app: App, session: Session, { uri, value }: StoredPost, view: PostView | undefined): ReadPost {
  return {
    providerId: uri,
    text: typeof value['text'] === 'string' ? value['text'] : null,
    mediaType: mediaType(value),
    thumbnailUrl: thumbnail(session, value, view),
    permalink: permalinkOf(app, uri),
    publishedAt: timeOrNull(value['createdAt']),
    metrics: metrics(view),
  }
}
