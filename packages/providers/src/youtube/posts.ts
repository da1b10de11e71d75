import { noMetrics, type ReadPost } from '@carillon/domain'
import { ProviderError, readBeforeChange } from '../error-rules.ts'
import { countOf, type Fields, objectOf, textOf, timeOf } from '../json.ts'
import type { DeletePostPort, PostsPort } from '../ports/posts.ts'
import { apiPath, callApi } from './client.ts'
import type { YouTubeCall, YouTubeCredentials } from './credentials.ts'
import { deleteDialect, readDialect } from './errors.ts'
import { videoIdOf } from './lost-video.ts'
import { imageOf, itemsOf } from './resource.ts'
import { readUploads } from './uploads-playlist.ts'
import { permalinkOf } from './video-progress.ts'

/**
 * Reads up to 50 videos by id, for one unit of the daily quota; an empty list without a call if `ids` is empty. `part`
 * lists the parts of the resource to return, separated by commas. Videos that do not exist or are not visible are
 * omitted.
 * @throws ProviderError `quota_exhausted` if too few units are left; otherwise the rejection of YouTube
 * @see https://developers.google.com/youtube/v3/docs/videos/list (read 2026-11-20)
 */
export async function readVideos(call: YouTubeCall, part: string, ids: readonly string[]): Promise<Fields[]> {
  if (ids.length === 0) return []
  const response = await callApi(call, {
    method: 'GET',
    path: `${apiPath}/videos`,
    query: { part, id: ids.join(',') },
    operation: 'videos.list',
    dialect: readDialect,
    retry: 'read',
  })
  return itemsOf(response)
}

/**
 * Converts an item of the uploads playlist and its video resource to a post. Missing values are null; the id is empty
 * if it is missing. Makes no call.
 */
export function toPost(item: Fields, video: Fields): ReadPost {
  const snippet = objectOf(video['snippet'])
  const statistics = objectOf(video['statistics'])
  const videoId = videoIdOf(item)
  return {
    providerId: videoId,
    text: textOf(snippet['title']),
    mediaType: 'video',
    thumbnailUrl: imageOf(snippet),
    permalink: permalinkOf(videoId),
    publishedAt: timeOf(snippet['publishedAt']) ?? timeOf(objectOf(item['snippet'])['publishedAt']),
    metrics: {
      ...noMetrics,
      likes: countOf(statistics['likeCount']),
      comments: countOf(statistics['commentCount']),
      views: countOf(statistics['viewCount']),
    },
  }
}

/** Returns the title of the account's channel, which each of its videos contains; null if no video has it. */
function channelTitle({ account }: YouTubeCall, videos: readonly Fields[]): string | null {
  const snippets = videos.map((video) => objectOf(video['snippet']))
  return textOf(snippets.find(({ channelId }) => channelId === account.providerId)?.['channelTitle'])
}

/**
 * Reads the channel's videos, up to 50 a page. A page costs two units of the daily quota: one for the list and, unless
 * it is empty, one for the metrics. Videos that YouTube lists but does not return are omitted. Stores the channel's
 * title (`noteNames`).
 * @throws ProviderError `quota_exhausted` if too few units are left; otherwise the rejection of YouTube
 */
export const youtubePosts: PostsPort<YouTubeCredentials> = {
  async list(call, cursor) {
    const { items, next } = await readUploads(call, cursor)
    const ids = items.map(videoIdOf).filter((id) => id !== '')
    const found = await readVideos(call, 'snippet,statistics', ids)
    await call.noteNames?.({ displayIdentifier: null, displayName: channelTitle(call, found) })
    const videos = new Map(found.map((video) => [video['id'], video]))
    const posts = items.flatMap((item) => {
      const video = videos.get(videoIdOf(item))
      return video === undefined ? [] : [toPost(item, video)]
    })
    return { posts, next }
  },
}

async function requireOwn(call: YouTubeCall, postId: string): Promise<void> {
  const videos = await readVideos(call, 'snippet', [postId])
  const video = videos.find(({ id }) => id === postId)
  if (video && objectOf(video['snippet'])['channelId'] === call.account.providerId) return
  throw new ProviderError('post_not_found', 'The channel has no video with this id.', 'rejected')
}

/**
 * Deletes a video of the channel, for 51 units of the daily quota. The channel of the video is read first; a video of
 * another channel is rejected with `post_not_found`.
 * @see https://developers.google.com/youtube/v3/docs/videos/delete (read 2026-11-20)
 */
export const youtubeDeletePost: DeletePostPort<YouTubeCredentials> = {
  async delete(call, postId) {
    await readBeforeChange(requireOwn(call, postId))
    await callApi(call, {
      method: 'DELETE',
      path: `${apiPath}/videos`,
      query: { id: postId },
      operation: 'videos.delete',
      dialect: deleteDialect,
    })
  },
}
