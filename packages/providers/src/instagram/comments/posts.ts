import { capabilities, type PostSummary } from '@carillon/domain'
import { ProviderError } from '../../error-rules.ts'
import { type Fields, idOf, objectOf } from '../../json.ts'
import { postSummary } from '../../post-summary.ts'
import { callInstagram } from '../client.ts'
import type { InstagramCall } from '../credentials.ts'
import { readMedia, readMediaFields, toPost } from '../posts.ts'
import { postDialect, requireCommentScope, requireId } from './errors.ts'

const { recentPosts } = capabilities['comments.list'].cells.instagram

/**
 * Reads the newest posts of the account from Instagram, newest first: at most 25, Instagram's value `recentPosts` in
 * the table of capabilities.
 * @throws ProviderError `connection_expired` if the scope for comments was not granted
 */
export async function readRecentPosts(call: InstagramCall): Promise<PostSummary[]> {
  requireCommentScope(call)
  const { items } = await readMedia(call, { limit: recentPosts })
  return items.map(toPost).map(postSummary)
}

/**
 * Reads a post by its id, with its owner; it may be a post of another account.
 * @see https://developers.facebook.com/documentation/instagram-platform/reference/instagram-media (read 2026-11-20)
 */
function readOne(call: InstagramCall, postId: string): Promise<Fields> {
  return readMediaFields((fields) =>
    callInstagram(call, {
      dialect: postDialect,
      method: 'GET',
      path: `/${requireId(postId, 'post_not_found')}`,
      operation: 'posts.get',
      query: { fields: [...fields, 'owner'].join(',') },
    }),
  )
}

/**
 * Reads one post of the account. A post whose owner Instagram does not report counts as the account's.
 * @throws ProviderError `post_not_found`, also for a post of another account; `connection_expired` if the scope for
 *   comments was not granted
 */
export async function readPost(call: InstagramCall, postId: string): Promise<PostSummary> {
  requireCommentScope(call)
  const media = await readOne(call, postId)
  const owner = idOf(objectOf(media['owner'])['id'])
  if (owner === null || owner === call.account.providerId) return postSummary(toPost(media))
  throw new ProviderError('post_not_found', undefined, 'rejected')
}
