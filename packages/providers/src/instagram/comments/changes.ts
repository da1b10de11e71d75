import { ProviderError } from '../../error-rules.ts'
import type { Fields } from '../../json.ts'
import { callInstagram } from '../client.ts'
import type { InstagramCall } from '../credentials.ts'
import { isOwn } from './comment.ts'
import { commentDialect, requireCommentScope, requireId } from './errors.ts'

/**
 * The comment that a change is for. An id of something else, such as a post, has no `parent_id`, so that it is rejected here
 * and never deleted as a comment.
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

/** The account's own comments stay visible although the call succeeds: they are rejected instead. */
export async function hideComment(
  call: InstagramCall,
  { commentId, hidden }: { commentId: string; hidden: boolean },
): Promise<void> {
  const target = await readTarget(call, commentId)
  if (hidden && isOwn(call, target)) {
    throw new ProviderError('not_supported', "Instagram does not hide an account's own comments.", 'rejected')
  }
  await callInstagram(call, {
    dialect: commentDialect,
    method: 'POST',
    path: `/${commentId}`,
    operation: 'comments.hide',
    form: { hide: hidden },
  })
}

export async function deleteComment(call: InstagramCall, { commentId }: { commentId: string }): Promise<void> {
  await readTarget(call, commentId)
  await callInstagram(call, {
    dialect: commentDialect,
    method: 'DELETE',
    path: `/${commentId}`,
    operation: 'comments.delete',
  })
}
