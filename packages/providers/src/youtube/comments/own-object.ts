import { ProviderError } from '../../error-rules.ts'
import { rejectionBehind } from '../../rejection-behind.ts'
import type { YouTubeCall } from '../credentials.ts'
import { threadIdOf } from './comment.ts'
import { readThread } from './lists.ts'
import { readPost } from './posts.ts'

/**
 * Returns the reason in the rejection of YouTube that an error with this code was translated from; undefined for any
 * other error.
 */
function reasonOf(thrown: unknown, code: 'post_not_found' | 'comment_not_found'): unknown {
  const isMeant = thrown instanceof ProviderError && thrown.code === code
  return isMeant ? rejectionBehind(thrown).fields['reason'] : undefined
}

/**
 * Handles `thrown`, the error of a read of a video's comments. YouTube forbids the read for videos of other channels,
 * but also if the request is not authorized for another reason. If the rejection concerns the video, the video is
 * therefore read, for one unit of the daily quota.
 * @throws ProviderError `thrown` if the rejection does not concern the video, or if this channel has no such video;
 *   `provider_error` with the outcome `indeterminate` if it has; the error of the second read if that fails, such as
 *   `quota_exhausted`
 * @see https://developers.google.com/youtube/v3/docs/commentThreads/list (read 2026-11-20)
 */
export async function unlessOwnVideo(call: YouTubeCall, postId: string, thrown: unknown): Promise<never> {
  if (reasonOf(thrown, 'post_not_found') === undefined) throw thrown
  try {
    await readPost(call, postId)
  } catch (error) {
    throw error instanceof ProviderError && error.code === 'post_not_found' ? thrown : error
  }
  const message = 'YouTube has the video, but does not show its comments at the moment.'
  throw new ProviderError('provider_error', message, 'indeterminate', { cause: thrown })
}

/**
 * Handles `thrown`, the error of a change of a comment. YouTube forbids the change for comments on videos of other
 * channels, but also for other reasons. If it was forbidden, the comment's thread is read, for one unit of the daily
 * quota, to find out whether the video is the channel's.
 * @throws ProviderError `provider_rejected` if YouTube forbade the change of a comment on the channel's video; `thrown`
 *   otherwise; the error of the read if that fails, such as `quota_exhausted`
 * @see https://developers.google.com/youtube/v3/docs/comments/setModerationStatus (read 2026-11-20)
 */
export async function unlessOnOwnVideo(call: YouTubeCall, commentId: string, thrown: unknown): Promise<never> {
  if (reasonOf(thrown, 'comment_not_found') !== 'forbidden') throw thrown
  try {
    await readThread(call, threadIdOf(commentId))
  } catch (error) {
    throw error instanceof ProviderError && error.status === 404 ? thrown : error
  }
  throw new ProviderError('provider_rejected', 'YouTube does not allow this change of the comment.', 'rejected', {
    cause: thrown,
  })
}
