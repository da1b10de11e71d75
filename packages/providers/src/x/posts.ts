import { noMetrics, type PostMetrics, type ReadPost } from '@carillon/domain'
import type { TokenPair } from '../credentials.ts'
import { listOf, objectOf, textOf, timeOf } from '../json.ts'
import type { PostsPort } from '../ports/posts.ts'
import { requiredId } from '../required-fields.ts'
import type { XCall } from './credentials.ts'
import { permalinkOf } from './permalink.ts'
import { mediaKeys, readTimeline, type TimelinePage } from './timeline.ts'
import { writtenText } from './written-text.ts'

/**
 * The names of each metric in a post's `public_metrics`, of which the first that is present is used: X's documents have
 * two names for reposts.
 */
const counts: Record<keyof PostMetrics, readonly string[]> = {
  likes: ['like_count'],
  comments: ['reply_count'],
  shares: ['retweet_count', 'repost_count'],
  views: ['impression_count'],
  saves: ['bookmark_count'],
  quotes: ['quote_count'],
}

function metricsOf(post: Record<string, unknown>): PostMetrics {
  const shown = objectOf(post['public_metrics'])
  const known = Object.entries(counts).flatMap(([metric, names]) => {
    const count = names.map((name) => shown[name]).find((value) => typeof value === 'number')
    return count === undefined ? [] : [[metric, count] as const]
  })
  return { ...noMetrics, ...Object.fromEntries(known) }
}

const mediaTypes: Record<string, ReadPost['mediaType']> = { photo: 'image', video: 'video', animated_gif: 'video' }

function toReadPost(call: XCall, post: Record<string, unknown>, { media }: TimelinePage): ReadPost {
  const id = requiredId(post)
  const keys = mediaKeys(post)
  const first = media.get(keys[0] ?? '')
  const type = textOf(first?.['type']) ?? ''
  const known = Object.hasOwn(mediaTypes, type) ? mediaTypes[type] : undefined
  const single = keys.length === 0 ? 'text' : (known ?? 'image')
  return {
    providerId: id,
    text: writtenText(post),
    mediaType: keys.length > 1 ? 'carousel' : single,
    thumbnailUrl: textOf(first?.['url']) ?? textOf(first?.['preview_image_url']),
    permalink: permalinkOf(call, id),
    publishedAt: timeOf(post['created_at']),
    metrics: metricsOf(post),
  }
}

/**
 * Returns whether a post is listed: false for replies to other users, which belong to their conversations. Replies to
 * the account itself form its threads. X does not report the user who is replied to in every vocabulary; a reply that
 * begins with a mention of another user then counts as a reply to that user.
 */
function isOwn(post: Record<string, unknown>, providerId: string): boolean {
  const parentAuthorId = textOf(post['in_reply_to_user_id'])
  if (parentAuthorId !== null) return parentAuthorId === providerId
  const conversationId = textOf(post['conversation_id'])
  if (conversationId === null || conversationId === textOf(post['id'])) return true
  const mentions = listOf(objectOf(post['entities'])['mentions'])
  return !mentions.some(({ start, id }) => start === 0 && id !== providerId)
}

export const xPosts: PostsPort<TokenPair> = {
  async list(call, cursor) {
    const page = await readTimeline(call, { cursor })
    const own = page.posts.filter((post) => isOwn(post, call.account.providerId))
    return { posts: own.map((post) => toReadPost(call, post, page)), next: page.next }
  },
}
