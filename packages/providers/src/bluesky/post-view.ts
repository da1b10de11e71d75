import { noMetrics, type PostMetrics, type ReadPost } from '@carillon/domain'
import type { App } from '../call-context.ts'
import { type Fields, listOf, objectOf, stringOf, textOf } from '../json.ts'
import { permalinkOf } from './post-link.ts'
import { blobUrl, boundedText, maxNameLength, urlIn } from './profile.ts'
import type { Session } from './session.ts'

/** A record of a post as the account's server lists it: its at-URI and its contents. */
export interface StoredPost {
  uri: string
  value: Fields
}

/** A post as Bluesky's app view returns it. Further fields are its author and the counts, such as `likeCount`. */
export interface PostView {
  uri: string
  embed?: Fields
  [field: string]: unknown
}

/**
 * Returns the display name of the account with this DID, as its posts name their author; null if none of the posts is
 * the account's, or if the account has no name or one that is too long (`maxNameLength`).
 */
export function authorName(views: readonly PostView[], did: string): string | null {
  const author = views.map((view) => objectOf(view['author'])).find((one) => one['did'] === did)
  return boundedText(author?.['displayName'], maxNameLength)
}

/**
 * Returns whether a record counts as a post of the account with this DID: it is not a reply, or it continues a thread
 * of the account by replying to one of the account's own posts. Replies to other accounts, and in threads of other
 * accounts, do not count.
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

/** Returns the embedded media of a post, given its embed; those of a quoted post are not included. */
function mediaOf(embed: Fields): Fields {
  return embed['$type'] === 'app.bsky.embed.recordWithMedia' ? objectOf(embed['media']) : embed
}

function images(media: Fields): Fields[] {
  return listOf(media['images'] ?? media['items'])
}

function mediaType(value: Fields): ReadPost['mediaType'] {
  const media = mediaOf(objectOf(value['embed']))
  const count = images(media).length
  if (count > 0) return count > 1 ? 'carousel' : 'image'
  const type = String(media['$type'])
  return (Object.hasOwn(mediaTypeOf, type) ? mediaTypeOf[type] : undefined) ?? 'text'
}

/**
 * Returns the URL of the thumbnail in the app view's post (`view`) or, without one, of the first image in the record
 * (`value`). Null if both lack an image, as for a video without a thumbnail.
 */
function thumbnail(session: Session, value: Fields, view: PostView | undefined): string | null {
  const shown = mediaOf(objectOf(view?.embed))
  const [image] = images(shown)
  const small = urlIn(
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

/**
 * Returns a post in a response of the app view, reduced to the fields that are read; `uri` is empty if it is missing.
 * Other fields are not copied: a server that the user chose passes the response on, and could add any number of fields.
 */
export function viewOf(view: Fields): PostView {
  const known = Object.values(counts).map((count) => [count, view[count]])
  const { author, embed } = view
  return { ...Object.fromEntries(known), author, embed: objectOf(embed), uri: textOf(view['uri']) ?? '' }
}

function metrics(view: PostView | undefined): PostMetrics {
  const known = Object.entries(counts).map(([metric, count]) => [metric, view?.[count]] as const)
  return { ...noMetrics, ...Object.fromEntries(known.filter(([, count]) => typeof count === 'number')) }
}

function timeOrNull(value: unknown): string | null {
  const time = new Date(textOf(value) ?? Number.NaN)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

/**
 * Builds a post from a record of the account and the app view's counts and thumbnails. Makes no call. Without `view`,
 * the metrics are null and the thumbnail is the first image, or that of the link, in the record; null for a video. A
 * missing text or time is null.
 */
export function readPost(app: App, session: Session, { uri, value }: StoredPost, view: PostView | undefined): ReadPost {
  return {
    providerId: uri,
    text: stringOf(value['text']),
    mediaType: mediaType(value),
    thumbnailUrl: thumbnail(session, value, view),
    permalink: permalinkOf(app, uri),
    publishedAt: timeOrNull(value['createdAt']),
    metrics: metrics(view),
  }
}
