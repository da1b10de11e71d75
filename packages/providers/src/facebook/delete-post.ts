import { ProviderError, readBeforeChange } from '../error-rules.ts'
import { idOf, objectOf } from '../json.ts'
import { isUnknownObject, requireShown } from '../meta/unknown-post.ts'
import type { DeletePostPort } from '../ports/posts.ts'
import { postSummary } from '../post-summary.ts'
import { callPage } from './client.ts'
import { readScopes } from './comments/errors.ts'
import { type FacebookCall, type FacebookCredentials, requirePage, requireScopes } from './credentials.ts'
import { deleteDialect } from './errors.ts'
import { readNewestPosts } from './posts.ts'
import { publishScopes } from './scopes.ts'

function notFound(): ProviderError {
  return new ProviderError('post_not_found', 'The Page has no post with this id.', 'rejected')
}

/** Reads the id of the author of a post; null if Facebook reports none. */
async function readAuthor(call: FacebookCall, postId: string): Promise<string | null> {
  const body = await callPage(call, {
    dialect: deleteDialect,
    method: 'GET',
    path: `/${postId}`,
    operation: 'posts.get',
    query: { fields: 'from{id}' },
  })
  return idOf(objectOf(body['from'])['id'])
}

/**
 * Handles `thrown`, the error of a read of a post. Facebook reports a post as unknown if it was deleted, if the
 * connection lacks a permission, and during failures of its own. If it reports even the newest post of the Page as
 * unknown, the post may exist. This is not checked if the connection may not list posts.
 * @throws ProviderError `provider_error` if Facebook reports the newest post as unknown, too; otherwise `thrown`
 */
async function unlessAllUnknown(call: FacebookCall, thrown: unknown): Promise<never> {
  const mayList = readScopes.every((scope) => call.account.scopes.includes(scope))
  if (isUnknownObject(thrown) && mayList) {
    const newest = await readNewestPosts(call, { count: 1 })
    await requireShown(newest.map(postSummary), ({ postId }) => readAuthor(call, postId))
  }
  throw thrown
}

/**
 * Checks that a post was written by the Page itself. Visitors' posts on the Page have ids that begin with the Page's
 * id, too.
 * @throws ProviderError `post_not_found` if it was not, or if Facebook does not know it; `provider_error` if Facebook
 *   does not know any post of the Page at the moment
 * @see https://developers.facebook.com/docs/graph-api/reference/page-post (read 2026-11-20)
 */
async function requireOwn(call: FacebookCall, postId: string): Promise<void> {
  const { pageId } = requirePage(call)
  // A post's id begins with the Page's id; a video without a post has its own.
  if (!/^\d+(_\d+)?$/.test(postId) || (postId.includes('_') && !postId.startsWith(`${pageId}_`))) throw notFound()
  const author = await readAuthor(call, postId).catch((error: unknown) => unlessAllUnknown(call, error))
  if (author !== pageId) throw notFound()
}

/**
 * Deletes posts of the Page. `delete` throws `post_not_found` for a post that does not exist or that the Page did not
 * write, `page_not_selected` without a Page, `missing_permission` if a scope for publishing was not granted, and
 * `provider_error` if Facebook reports even the newest post as unknown, which is checked only if the connection may
 * list posts.
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
