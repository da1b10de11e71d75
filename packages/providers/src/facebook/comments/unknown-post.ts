import { type Fields, idOf } from '../../json.ts'
import { type GraphParameters, graphPage } from '../../meta/graph.ts'
import { postPageSizes, readShrinking } from '../../meta/smaller-pages.ts'
import { isUnknownObject, notShown, readPostsAround, requireShown } from '../../meta/unknown-post.ts'
import type { PostQuery } from '../../ports/comments.ts'
import { callPage } from '../client.ts'
import { type FacebookCall, requirePage } from '../credentials.ts'
import { readDialect } from '../errors.ts'
import { readThreadPage } from './lists.ts'
import { readRecentPosts } from './posts.ts'

/**
 * Checks that the connection can read comments at all, by reading those of the newest post. Passes if the Page has no
 * posts.
 * @throws ProviderError `connection_expired` if it cannot; `provider_error` if Facebook reports the newest post as
 *   unknown
 */
export async function requireReadable(call: FacebookCall): Promise<void> {
  await requireShown(await readRecentPosts(call), (query) => readThreadPage(call, query))
}

/** Reads the ids of the posts in one of the Page's lists, all or only those published around a time. */
async function listedIds(
  call: FacebookCall,
  list: { edge: string; operation: string; fields: string },
  publishedAt: string | null,
): Promise<string[]> {
  const { pageId } = requirePage(call)
  const { edge, operation, fields } = list
  const readPage = (place: GraphParameters) =>
    readShrinking(postPageSizes, async (limit) => {
      const query = { fields, limit, ...place }
      const request = { dialect: readDialect, method: 'GET', path: `/${pageId}/${edge}`, operation, query } as const
      return graphPage(await callPage(call, request))
    })
  const items = await readPostsAround(publishedAt, readPage)
  return items.flatMap((item) => idsOf(pageId, item))
}

/** Returns the ids under which a post or reel may be known: Facebook names some by their video alone. */
function idsOf(pageId: string, { id, post_id: postId }: Fields): string[] {
  return [idOf(id), idOf(postId)].flatMap((each) => (each === null ? [] : [each, `${pageId}_${each}`]))
}

/**
 * Handles `thrown`, the error of a read of a post's comments. Facebook reports a post as unknown if it was deleted, if
 * the connection lacks a permission, and during failures of its own. The post counts as gone if Facebook lists the
 * posts of the day before and after `publishedAt` (all posts if null) without it, and shows the comments of the newest
 * post.
 * @throws ProviderError `thrown` if the post is gone, or if Facebook did not report it as unknown; `connection_expired`
 *   if the connection cannot read comments; `provider_error` with the outcome `indeterminate` if the post is listed, or
 *   if it is not known whether it is gone
 * @see https://developers.facebook.com/docs/graph-api/reference/page/feed (read 2026-11-20)
 */
export async function unlessThere(
  call: FacebookCall,
  { postId, publishedAt = null }: Pick<PostQuery, 'postId' | 'publishedAt'>,
  thrown: unknown,
): Promise<never> {
  if (!isUnknownObject(thrown)) throw thrown
  const posts = { edge: 'published_posts', operation: 'posts.list', fields: 'id' }
  const reels = { edge: 'video_reels', operation: 'reels.list', fields: 'id,post_id' }
  for (const list of [posts, reels]) {
    if ((await listedIds(call, list, publishedAt)).includes(postId)) throw notShown(thrown)
  }
  await requireReadable(call)
  throw thrown
}
