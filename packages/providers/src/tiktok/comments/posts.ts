import { capabilities, type PostSummary } from '@carillon/domain'
import { ProviderError } from '../../error-rules.ts'
import { postSummary } from '../../post-summary.ts'
import { requireScope } from '../client.ts'
import type { TikTokCall } from '../credentials.ts'
import { postFields, toPost } from '../posts.ts'
import { newestVideos, videosById } from '../videos.ts'

const { recentPosts } = capabilities['comments.list'].cells.tiktok

/**
 * Reads the newest public posts of the account, newest first: at most 20, TikTok's value `recentPosts` in the table of
 * capabilities.
 * @throws ProviderError `connection_expired` if `comment.list` or `video.list` was not granted
 */
export async function readRecentPosts(call: TikTokCall): Promise<PostSummary[]> {
  requireScope(call, 'comment.list')
  requireScope(call, 'video.list')
  const videos = await newestVideos(call, { fields: postFields, count: recentPosts })
  return videos.flatMap(toPost).map(postSummary)
}

/**
 * Reads one post of the account.
 * @throws ProviderError `post_not_found` if the id is not that of a public post of the account; `provider_error` if the
 *   post is not in the part of TikTok's list that can be read; `connection_expired` if `comment.list` or `video.list`
 *   was not granted
 */
export async function readPost(call: TikTokCall, postId: string): Promise<PostSummary> {
  requireScope(call, 'comment.list')
  requireScope(call, 'video.list')
  const { videos, isWhole } = /^\d{1,20}$/.test(postId)
    ? await videosById(call, { fields: postFields, ids: [postId] })
    : { videos: [], isWhole: true }
  const post = videos.flatMap(toPost).find(({ providerId }) => providerId === postId)
  if (post) return postSummary(post)
  if (isWhole) throw new ProviderError('post_not_found', undefined, 'rejected')
  throw new ProviderError('provider_error', 'TikTok does not list the post at the moment.', 'indeterminate')
}
