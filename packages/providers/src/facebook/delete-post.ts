import { ProviderError, readBeforeChange } from '../error-rules.ts'
import { idOf, objectOf } from '../json.ts'
import type { DeletePostPort } from '../ports/posts.ts'
import { callPage } from './client.ts'
import { type FacebookCall, type FacebookCredentials, requirePage, requireScopes } from './credentials.ts'
import { deleteDialect } from './errors.ts'
import { publishScopes } from './scopes.ts'

function notFound(): ProviderError {
  return new ProviderError('post_not_found', 'The Page has no post with this id.', 'rejected')
}

/**
 * Checks that a post was written by the Page itself. Visitors' posts on the Page have ids that begin with the Page's
 * id, too.
 * @throws ProviderError `post_not_found` if it was not
 * @see https://developers.facebook.com/docs/graph-api/reference/page-post (read 2026-11-20)
 */
async function requireOwn(call: FacebookCall, postId: string): Promise<void> {
  const { pageId } = requirePage(call)
  // A post's id begins with the Page's id; a video without a post has its own.
  if (!/^\d+(_\d+)?$/.test(postId) || (postId.includes('_') && !postId.startsWith(`${pageId}_`))) throw notFound()
  const body = await callPage(call, {
    dialect: deleteDialect,
    method: 'GET',
    path: `/${postId}`,
    operation: 'posts.get',
    query: { fields: 'from{id}' },
  })
  if (idOf(objectOf(body['from'])['id']) !== pageId) throw notFound()
}

/**
 * Deletes posts of the Page. `delete` throws `post_not_found` for a post that does not exist or that the Page did not
 * write, `page_not_selected` without a Page, and `missing_permission` if a scope for publishing was not granted.
 */
export const facebookDeletePost: DeletePostPort<FacebookCredentials> = {
  /**
   * Deletes the post with Facebook's id `postId`.
   * @see https://developers.facebook.com/docs/graph-api/reference/page-post (read 2026-11-20)
   */
  async delete(call, postId) {
    requirePage(call)
    requireScopes(call, publishScopes)
    await readBeforeChange(requireOwn(call, postId))
    await callPage(call, { dialect: deleteDialect, method: 'DELETE', path: `/${postId}`, operation: 'posts.delete' })
  },
}
