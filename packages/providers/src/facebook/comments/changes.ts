import { ProviderError } from '../../error-rules.ts'
import { type Fields, idOf, objectOf } from '../../json.ts'
import type { ChangedComment } from '../../ports/comments.ts'
import { callPage } from '../client.ts'
import { type FacebookCall, requirePage } from '../credentials.ts'
import {
  commentDialect,
  readScopes,
  requireCommentId,
  requireCommentScopes,
  threadDialect,
  writeScopes,
} from './errors.ts'
import { requireOnPost } from './on-post.ts'
import { requireReadable } from './unknown-post.ts'

/**
 * Returns whether the connection can read comments at all. If it can, a comment that it cannot read is on another
 * Page's post.
 */
async function mayRead(call: FacebookCall): Promise<boolean> {
  try {
    await requireReadable(call)
    return true
  } catch (error) {
    if (error instanceof ProviderError && error.code === 'connection_expired') return false
    throw error
  }
}

/**
 * Reads the comment that is to be changed, as Graph returns it, with its author, its parent, and whether it is hidden
 * and can be hidden; with `withObject`, also with the object that it is on, such as the post. Ids of other objects,
 * such as posts, are rejected here, so that a post is never deleted as a comment.
 * @throws ProviderError `comment_not_found` if the id is not that of a comment on the Page's posts;
 *   `connection_expired` if a scope for comments was not granted; `page_not_selected` if the connection has no Page
 * @see https://developers.facebook.com/docs/graph-api/reference/comment (read 2026-11-20)
 */
export async function readTarget(
  call: FacebookCall,
  commentId: string,
  { withObject = false }: { withObject?: boolean } = {},
): Promise<Fields> {
  requireCommentScopes(call, [...readScopes, ...writeScopes])
  try {
    return await callPage(call, {
      dialect: commentDialect,
      method: 'GET',
      path: `/${requireCommentId(commentId)}`,
      operation: 'comments.get',
      query: { fields: `id,from{id},can_hide,is_hidden,parent{id}${withObject ? ',object{id}' : ''}` },
    })
  } catch (error) {
    const isForbidden = error instanceof ProviderError && error.code === 'connection_expired' && !error.tokenRejected
    if (!isForbidden || !(await mayRead(call))) throw error
    throw new ProviderError('comment_not_found', undefined, 'rejected', { cause: error })
  }
}

function isOwn(call: FacebookCall, target: Fields): boolean {
  return idOf(objectOf(target['from'])['id']) === requirePage(call).pageId
}

/**
 * Hides or unhides a comment on the Page's post; does nothing if it is already in that state.
 * @throws ProviderError `not_supported` if Facebook does not let the Page hide it, such as a comment of the Page
 *   itself; the errors of `readTarget` and, unless `isOnPost` is true, of `requireOnPost`
 */
export async function hideComment(
  call: FacebookCall,
  { commentId, postId, hidden, isOnPost = false }: ChangedComment & { hidden: boolean },
): Promise<void> {
  const isOpen = postId !== null && !isOnPost
  const target = await readTarget(call, commentId, { withObject: isOpen })
  if (isOpen) await requireOnPost(call, { comment: target, commentId, postId })
  if (target['is_hidden'] === hidden) return
  if (hidden && (isOwn(call, target) || target['can_hide'] === false)) {
    throw new ProviderError('not_supported', 'Facebook does not let the Page hide this comment.', 'rejected')
  }
  await callPage(call, {
    dialect: threadDialect,
    method: 'POST',
    path: `/${commentId}`,
    operation: 'comments.hide',
    form: { is_hidden: hidden },
  })
}

/**
 * Deletes a comment on the Page's post.
 * @throws ProviderError the errors of `readTarget`
 */
export async function deleteComment(call: FacebookCall, { commentId }: { commentId: string }): Promise<void> {
  await readTarget(call, commentId)
  await callPage(call, {
    dialect: threadDialect,
    method: 'DELETE',
    path: `/${commentId}`,
    operation: 'comments.delete',
  })
}
