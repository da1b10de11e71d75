import { fieldRejection, ProviderError } from '../../error-rules.ts'
import { requireScope, writeApi } from '../client.ts'
import type { TikTokCall } from '../credentials.ts'
import { changeDialect, deleteDialect, deleteOwnDialect } from './errors.ts'
import { findComment, unlessReadable } from './missing-permission.ts'

interface Change {
  path: string
  operation: string
  body: Readonly<Record<string, string>>
  dialect?: typeof changeDialect
}

/**
 * Makes a changing API call about one comment, whose id is added to `body`.
 * @throws ProviderError `connection_expired` if `comment.list.manage` was not granted; `comment_not_found` if
 *   `commentId` is not a number; otherwise as `writeApi`
 * @see https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (read 2026-11-20)
 */
async function change(
  call: TikTokCall,
  commentId: string,
  { path, operation, body, dialect = changeDialect }: Change,
): Promise<void> {
  requireScope(call, 'comment.list.manage')
  if (!/^\d{1,20}$/.test(commentId)) throw new ProviderError('comment_not_found', undefined, 'rejected')
  await writeApi(call, { path, operation, dialect, body: { comment_id: commentId, ...body } })
}

/**
 * Hides or unhides a comment. TikTok may report success and leave a comment hidden, so it is read again after unhiding;
 * if it cannot be read, it counts as unhidden.
 * @throws ProviderError `invalid_request` without `postId`; `connection_expired` if `comment.list.manage` was not
 *   granted, or if TikTok does not permit the change although the comment can be read on the post; `comment_not_found`
 *   if it cannot be read there or TikTok does not know it; `provider_error` if the comment stays hidden
 */
export async function hideComment(
  call: TikTokCall,
  { commentId, postId, hidden }: { commentId: string; postId: string | null; hidden: boolean },
): Promise<void> {
  if (postId === null) throw fieldRejection('postId', 'it is required with hidden')
  const target = { postId, commentId }
  const body = { video_id: postId, action: hidden ? 'HIDE' : 'UNHIDE' }
  const hiding = change(call, commentId, { path: '/business/comment/hide/', operation: 'comments.hide', body })
  await hiding.catch((error: unknown) => unlessReadable(call, target, error))
  if (hidden) return
  // The call itself succeeded, so a comment that cannot be read counts as shown.
  const read = await findComment(call, target)
  if (!read?.isHidden) return
  throw new ProviderError('provider_error', 'TikTok still hides the comment; try again later.', 'rejected')
}

/**
 * Likes a comment or removes the like. `postId` is sent as `video_id` unless it is null: TikTok's reference does not
 * list this parameter, but calls without it were rejected.
 * @throws ProviderError `connection_expired` if `comment.list.manage` was not granted, or if TikTok does not permit the
 *   change although the comment can be read on the post; `comment_not_found` if it cannot (always without `postId`), or
 *   if TikTok does not know the comment
 */
export async function likeComment(
  call: TikTokCall,
  { commentId, postId, liked }: { commentId: string; postId: string | null; liked: boolean },
): Promise<void> {
  const body = { action: liked ? 'LIKE' : 'UNLIKE', ...(postId !== null && { video_id: postId }) }
  const liking = change(call, commentId, { path: '/business/comment/like/', operation: 'comments.like', body })
  if (postId === null) return liking
  await liking.catch((error: unknown) => unlessReadable(call, { postId, commentId }, error))
}

/**
 * Deletes a comment that the account itself wrote.
 * @param isOwn whether the account wrote it; null if Carillon does not know the comment
 * @throws ProviderError `comment_not_found` if it does not exist; `connection_expired` if `comment.list.manage` was not
 *   granted. If TikTok does not permit the deletion: `connection_expired` if the account wrote the comment,
 *   `comment_not_owned` if it did not, and `comment_not_found` if that is not known, because the comment may be on any
 *   account's post
 */
export async function deleteComment(
  call: TikTokCall,
  { commentId, isOwn }: { commentId: string; isOwn: boolean | null },
): Promise<void> {
  const path = '/business/comment/delete/'
  const known = isOwn ? deleteOwnDialect : deleteDialect
  const dialect = isOwn === null ? changeDialect : known
  await change(call, commentId, { path, operation: 'comments.delete', body: {}, dialect })
}
