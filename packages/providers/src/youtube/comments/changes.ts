import { fieldRejection, ProviderError } from '../../error-rules.ts'
import type { ChangedComment } from '../../ports/comments.ts'
import { type ApiRequest, apiPath, callApi } from '../client.ts'
import type { YouTubeCall } from '../credentials.ts'
import { threadIdOf } from './comment.ts'
import { moderateDialect } from './errors.ts'
import { ownerOf, readThread } from './lists.ts'
import { unlessOnOwnVideo } from './own-object.ts'

type Query = Readonly<Record<string, string>> & { id: string }

/**
 * Makes a changing call about the comment `query.id`, for 50 units of the daily quota.
 * @throws ProviderError `comment_not_found` if no comment on the channel's videos has this id; `provider_rejected` if
 *   YouTube forbids the change of one; otherwise translated by `moderateDialect`
 */
async function change(call: YouTubeCall, request: Omit<ApiRequest, 'dialect' | 'query'> & { query: Query }) {
  const changing = callApi(call, { ...request, dialect: moderateDialect })
  await changing.catch((error: unknown) => unlessOnOwnVideo(call, request.query.id, error))
}

/**
 * Sets the moderation status of a comment, for 50 units of the daily quota. `query` contains its `id` and the status.
 * @see https://developers.google.com/youtube/v3/docs/comments/setModerationStatus (read 2026-11-20)
 */
function setModerationStatus(call: YouTubeCall, query: Query): Promise<void> {
  const path = `${apiPath}/comments/setModerationStatus`
  return change(call, { method: 'POST', path, query, operation: 'comments.setModerationStatus' })
}

/**
 * Returns the id if it can be that of one comment; YouTube would take an id with a comma for several.
 * @throws ProviderError `comment_not_found` for any other id
 */
function requireId(commentId: string): string {
  if (/^[\w.-]+$/.test(commentId)) return commentId
  throw new ProviderError('comment_not_found', undefined, 'rejected')
}

/**
 * Checks that a comment is on the video that the request names, for one unit of the daily quota. A comment passes if
 * YouTube does not return its thread, which it need not while the comment is held for review.
 * @throws ProviderError `comment_not_found` if the comment is on another video of the channel; `quota_exhausted` if too
 *   few units are left
 */
async function requireOnVideo(call: YouTubeCall, { id, postId }: { id: string; postId: string }): Promise<void> {
  const thread = await readThread(call, threadIdOf(id)).catch((error: unknown) => {
    if (error instanceof ProviderError && error.code === 'comment_not_found') return null
    throw error
  })
  if (thread !== null && thread.postId !== postId) throw new ProviderError('comment_not_found', undefined, 'rejected')
}

/**
 * Hides or unhides a comment on the channel's video. A hidden comment is held for review; unhiding publishes it. Costs
 * 50 units of the daily quota. With `postId`, one more is used to check that the comment is on this video, except if
 * `isOnPost` says that it is.
 * @throws ProviderError `comment_not_found` if no comment on the channel's videos has this id, or it is on another
 *   video than `postId`; `not_supported` if YouTube does not allow it for the channel's own comment;
 *   `provider_rejected` if YouTube forbids it for another reason; `quota_exhausted` if too few units are left
 */
export async function hideComment(
  call: YouTubeCall,
  { commentId, postId, hidden, isOnPost = false }: ChangedComment & { hidden: boolean },
): Promise<void> {
  const id = requireId(commentId)
  if (postId !== null && !isOnPost) await requireOnVideo(call, { id, postId })
  await setModerationStatus(call, { id, moderationStatus: hidden ? 'heldForReview' : 'published' })
}

/**
 * Deletes a comment of the channel itself, for 50 units of the daily quota.
 * @see https://developers.google.com/youtube/v3/docs/comments/delete (read 2026-11-20)
 */
function deleteOwn(call: YouTubeCall, id: string): Promise<void> {
  return change(call, { method: 'DELETE', path: `${apiPath}/comments`, query: { id }, operation: 'comments.delete' })
}

interface Deletion {
  commentId: string
  /** Null if the author is not known. */
  isOwn: boolean | null
  banAuthor: boolean
}

function requireNoBan({ banAuthor }: Deletion): void {
  if (!banAuthor) return
  throw fieldRejection('banAuthor', "the comment is the channel's own, which has no author to ban")
}

/**
 * Deletes the channel's own comment. YouTube cannot delete comments of others: they are rejected instead, which removes
 * them permanently; with `banAuthor`, YouTube also rejects their author's later comments. Costs 50 units of the daily
 * quota, and one or two more if `isOwn` is null, since the author is then read first.
 * @throws ProviderError `comment_not_found` if no comment on the channel's videos has this id; `invalid_request` for
 *   `banAuthor` with the channel's own comment; `provider_rejected` if YouTube forbids the deletion of a comment on the
 *   channel's video; `quota_exhausted` if too few units are left
 */
export async function deleteComment(call: YouTubeCall, target: Deletion): Promise<void> {
  const id = requireId(target.commentId)
  const owner = target.isOwn === null ? await ownerOf(call, id) : target.isOwn ? 'own' : 'others'
  switch (owner) {
    case 'own-elsewhere':
      throw new ProviderError('comment_not_found', undefined, 'rejected')
    case 'own':
      requireNoBan(target)
      return deleteOwn(call, id)
    case 'others': {
      const ban = target.banAuthor ? { banAuthor: 'true' } : {}
      return setModerationStatus(call, { id, moderationStatus: 'rejected', ...ban })
    }
    default:
      return owner satisfies never
  }
}
