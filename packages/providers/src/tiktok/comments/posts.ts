import { capabilities, type PostSummary, type ReadPost } from '@carillon/domain'
import { ProviderError } from '../../error-rules.ts'
import { postSummary } from '../../post-summary.ts'
import { requireScope } from '../client.ts'
import type { TikTokCall } from '../credentials.ts'
import { postFields, toPost } from '../posts.ts'
import { listVideos, videosById } from '../videos.ts'

const { recentPosts } = capabilities['comments.list'].cells.tiktok

/** The maximum number of pages that are read, since TikTok may return partly filled pages although more follow. */
const maxPages = 3

/**
 * Reads the newest public posts of the account, newest first: at most 20, TikTok's value `recentPosts` in the table of
 * capabilities.
 * @throws ProviderError `connection_expired` if `comment.list` or `video.list` was not granted
 */
export async function readRecentPosts(call: TikTokCall): Promise<PostSummary[]> {
  requireScope(call, 'comment.list')
  requireScope(call, 'video.list')
  const posts: ReadPost[] = []
  let before: number | null = null
  for (let pages = 0; pages < maxPages && posts.length < recentPosts; pages++) {
    const { videos, next } = await listVideos(call, { fields: postFields, before })
    posts.push(...videos.flatMap(toPost))
    if (next === null) break
    before = next
  }
  return posts.slice(0, recentPosts).map(postSummary)
}

/**
 * Reads one post of the account.
 * @throws ProviderError `post_not_found` if the id is not that of a public post of the account; `provider_error` if
 *   TikTok does not list enough to tell; `connection_expired` if `comment.list` or `video.list` was not granted
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
