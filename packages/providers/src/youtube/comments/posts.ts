import { capabilities, type PostSummary } from '@carillon/domain'
import { ProviderError } from '../../error-rules.ts'
import { objectOf } from '../../json.ts'
import { postSummary } from '../../post-summary.ts'
import type { YouTubeCall } from '../credentials.ts'
import { readVideos, toPost, youtubePosts } from '../posts.ts'

const { recentPosts } = capabilities['comments.list'].cells.youtube

/**
 * Reads the channel's newest videos, newest first, for two units of the daily quota (one if the channel has none): at
 * most 25, YouTube's value `recentPosts` in the table of capabilities.
 * @throws ProviderError `quota_exhausted` if too few units are left; otherwise the rejection of YouTube
 */
export async function readRecentPosts(call: YouTubeCall): Promise<PostSummary[]> {
  const { posts } = await youtubePosts.list(call, null)
  return posts.slice(0, recentPosts).map(postSummary)
}

/**
 * Reads one video of the channel, for one unit of the daily quota.
 * @throws ProviderError `post_not_found`, also for a video of another channel; `quota_exhausted` if no unit is left
 * @see https://developers.google.com/youtube/v3/docs/videos/list (read 2026-11-20)
 */
export async function readPost(call: YouTubeCall, postId: string): Promise<PostSummary> {
  // A comma would request several videos.
  const videos = /^[\w-]+$/.test(postId) ? await readVideos(call, 'snippet,statistics', [postId]) : []
  const video = videos.find(({ id }) => id === postId)
  if (video && objectOf(video['snippet'])['channelId'] === call.account.providerId) {
    return postSummary(toPost({ contentDetails: { videoId: postId } }, video))
  }
  throw new ProviderError('post_not_found', undefined, 'rejected')
}
