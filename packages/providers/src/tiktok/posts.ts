import { noMetrics, type ReadPost } from '@carillon/domain'
import type { TokenPair } from '../credentials.ts'
import { countOf, type Fields, stringOf, textOf } from '../json.ts'
import type { PostsPort } from '../ports/posts.ts'
import { lacking } from '../required-fields.ts'
import { requireScope } from './client.ts'
import type { TikTokCall } from './credentials.ts'
import { createdAt, listVideos } from './videos.ts'

/**
 * The fields of a post that can be requested with the scope `video.list`. A single field without its scope would fail
 * the whole list.
 */
export const postFields = [
  'media_type',
  'caption',
  'thumbnail_url',
  'share_url',
  'create_time',
  'likes',
  'comments',
  'shares',
  'favorites',
]
/**
 * The fields that also need the scope `video.insights`: TikTok does not document which of the two scopes the view count
 * needs, so both are required.
 */
const insightFields = ['video_views']

function fieldsFor({ account }: TikTokCall): string[] {
  return account.scopes.includes('video.insights') ? [...postFields, ...insightFields] : postFields
}

/** Converts a post of TikTok's list. Returns a list with one item, or an empty list if the id is missing. */
export function toPost(video: Fields): ReadPost[] {
  const providerId = textOf(video['item_id'])
  if (providerId === null) return []
  const time = createdAt(video)
  return [
    {
      providerId,
      text: stringOf(video['caption']),
      // TikTok does not report how many photos a post has.
      mediaType: video['media_type'] === 'PHOTO' ? 'image' : 'video',
      thumbnailUrl: textOf(video['thumbnail_url']),
      permalink: textOf(video['share_url']),
      publishedAt: time === null ? null : new Date(time).toISOString(),
      metrics: {
        ...noMetrics,
        likes: countOf(video['likes']),
        comments: countOf(video['comments']),
        shares: countOf(video['shares']),
        views: countOf(video['video_views']),
        saves: countOf(video['favorites']),
      },
    },
  ]
}

export const tiktokPosts: PostsPort<TokenPair> = {
  async list(call, cursor) {
    requireScope(call, 'video.list')
    const before = cursor === null ? null : Number(cursor)
    const { videos, next, isLast } = await listVideos(call, { fields: fieldsFor(call), before })
    if (next === null && !isLast) throw lacking('a cursor that goes back')
    return { posts: videos.flatMap(toPost), next: next === null ? null : String(next) }
  },
}
