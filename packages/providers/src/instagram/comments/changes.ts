import { ProviderError } from '../../error-rules.ts'
import type { Fields } from '../../json.ts'
import { callInstagram } from '../client.ts'
import type { InstagramCall } from '../credentials.ts'
import { isOwn } from './comment.ts'
import { commentDialect, requireCommentScope, requireId } from './errors.ts'

/**
 * Reads the comment to be changed. Objects of other kinds, such as posts, have no `parent_id`: they are rejected here
 * and never deleted as comments.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-comment (read 2026-11-20)
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

/** Hiding one of the account's own comments succeeds without effect, so it is rejected here. */
export async function hideComment(
  call: InstagramCall,
  { commentId, hidden }: { commentId: string; hidden: boolean },
): Promise<void> {
  const target = await readTarget(call, commentId)
  if (hidden && isOwn(call, target)) {
    throw new ProviderError('not_supported', "Instagram does not allow hiding an account's own comments.", 'rejected')
  }
  await callInstagram(call, {
    dialect: commentDialect,
    method: 'POST',
    path: `/${commentId}`,
    operation: 'comments.hide',
    form: { hide: hidden },
  })
}

/**
 * Deletes a comment on the account's post.
 * @throws ProviderError `comment_not_found` if the id is not a comment there
 */
export async function deleteComment(call: InstagramCall, { commentId }: { commentId: string }): Promise<void> {
  await readTarget(call, commentId)
  await callInstagram(call, {
    dialect: commentDialect,
    method: 'DELETE',
    path: `/${commentId}`,
    operation: 'comments.delete',
  })
}
