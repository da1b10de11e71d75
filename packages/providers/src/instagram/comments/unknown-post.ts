import { idOf } from '../../json.ts'
import { isUnknownObject, notShown, readPostsAround, requireShown } from '../../meta/unknown-post.ts'
import type { PostQuery } from '../../ports/comments.ts'
import type { InstagramCall } from '../credentials.ts'
import { readMedia } from '../posts.ts'
import { readThreadPage } from './lists.ts'
import { readRecentPosts } from './posts.ts'

/**
 * Handles `thrown`, the error of a read of a post's comments. Instagram reports a post as unknown if it was deleted, if
 * the connection lacks a permission, and during failures of its own. The post counts as gone if Instagram lists the
 * posts of the day before and after `publishedAt` (all posts if null) without it, and shows the comments of the newest
 * post.
 * @throws ProviderError `thrown` if the post is gone, or if Instagram did not report it as unknown; `provider_error`
 *   with the outcome `indeterminate` if the post is listed, or if it is not known whether it is gone
 * @see https://github.com/gitroomhq/postiz-app/issues/1562 (read 2026-11-28)
 */
export async function unlessThere(
  call: InstagramCall,
  { postId, publishedAt = null }: Pick<PostQuery, 'postId' | 'publishedAt'>,
  thrown: unknown,
): Promise<never> {
  if (!isUnknownObject(thrown)) throw thrown
  const listed = await readPostsAround(publishedAt, (query) => readMedia(call, query))
  if (listed.some(({ id }) => idOf(id) === postId)) throw notShown(thrown)
  await requireShown(await readRecentPosts(call), (query) => readThreadPage(call, query))
  throw thrown
}
