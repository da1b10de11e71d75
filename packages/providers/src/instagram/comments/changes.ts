import { ProviderError } from '../../error-rules.ts'
import { type Fields, idOf, objectOf } from '../../json.ts'
import type { ChangedComment } from '../../ports/comments.ts'
import { callInstagram } from '../client.ts'
import type { InstagramCall } from '../credentials.ts'
import { isOwn } from './comment.ts'
import { commentDialect, requireCommentScope, requireId, writeDialect } from './errors.ts'

/**
 * Reads the comment that is to be changed: a comment of Graph with its author, its post, its parent and whether it is
 * hidden. Ids of other objects, such as posts, are rejected here, so that a post is never deleted as a comment.
 * @throws ProviderError `comment_not_found` if the id is not that of a comment that the account can read;
 *   `connection_expired` if the scope for comments was not granted
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-comment (read
 *   2026-11-20)
 */
export async function readTarget(call: InstagramCall, commentId: string): Promise<Fields> {
  requireCommentScope(call)
  return callInstagram(call, {
    dialect: commentDialect,
    method: 'GET',
    path: `/${requireId(commentId, 'comment_not_found')}`,
    operation: 'comments.get',
    query: { fields: 'id,parent_id,hidden,username,from,user,media{id}' },
  })
}

/**
 * Reads on which post a comment is: for a comment on an album, the album, which webhook events do not name. Null if
 * Instagram does not report it.
 * @throws ProviderError `comment_not_found` if no comment that the account can read has this id; `connection_expired`
 *   if the scope for comments was not granted
 * @see https://developers.facebook.com/docs/graph-api/webhooks/getting-started/webhooks-for-instagram (read 2026-11-29)
 */
export async function postOfComment(call: InstagramCall, commentId: string): Promise<string | null> {
  return mediaOf(await readTarget(call, commentId))
}

/** Returns the id of the post of a comment that `readTarget` has read; null if Instagram does not report it. */
export function mediaOf(target: Fields): string | null {
  return idOf(objectOf(target['media'])['id'])
}

/**
 * Checks that a comment is on the post `postId`. With `isOnPost` it is not checked, since `postId` may then be that of
 * a part of the post, such as an image of an album. A comment passes if Instagram does not report its post.
 * @param target the comment as `readTarget` has read it
 * @throws ProviderError `comment_not_found` if it is on another post
 */
export function requireOnPost(target: Fields, { postId, isOnPost = false }: Omit<ChangedComment, 'commentId'>): void {
  const mediaId = mediaOf(target)
  if (isOnPost || postId === null || mediaId === null || mediaId === postId) return
  throw new ProviderError('comment_not_found', undefined, 'rejected')
}

/**
 * Hides or unhides a comment on the account's post.
 * @throws ProviderError `not_supported` for hiding one of the account's own comments, since Instagram would report
 *   success without hiding it; the errors of `readTarget` and `requireOnPost`; otherwise the rejection of Instagram
 */
export async function hideComment(
  call: InstagramCall,
  { commentId, hidden, ...named }: ChangedComment & { hidden: boolean },
): Promise<void> {
  const target = await readTarget(call, commentId)
  requireOnPost(target, named)
  if (hidden && isOwn(call, target)) {
    throw new ProviderError('not_supported', "Instagram does not allow hiding an account's own comments.", 'rejected')
  }
  await callInstagram(call, {
    dialect: writeDialect,
    method: 'POST',
    path: `/${commentId}`,
    operation: 'comments.hide',
    form: { hide: hidden },
  })
}

/**
 * Deletes a comment on the account's post.
 * @throws ProviderError the errors of `readTarget`; otherwise the rejection of Instagram
 */
export async function deleteComment(call: InstagramCall, { commentId }: { commentId: string }): Promise<void> {
  await readTarget(call, commentId)
  await callInstagram(call, {
    dialect: writeDialect,
    method: 'DELETE',
    path: `/${commentId}`,
    operation: 'comments.delete',
  })
}
