import { capabilities, type PostSummary } from '@carillon/domain'
import { ProviderError } from '../../error-rules.ts'
import { type Fields, idOf, objectOf, textOf, timeOf } from '../../json.ts'
import { postSummary } from '../../post-summary.ts'
import { requiredId } from '../../required-fields.ts'
import { callPage } from '../client.ts'
import { type FacebookCall, requirePage } from '../credentials.ts'
import { absoluteUrl } from '../permalink.ts'
import { commentCountField, postFields, readNewestPosts, readPost as toPost, totalOf } from '../posts.ts'
import { postDialect, readScopes, requireCommentScopes, requirePostId } from './errors.ts'

const { recentPosts } = capabilities['comments.list'].cells.facebook

/**
 * Reads the newest posts of the Page from its feed and its list of reels, newest first, each listed once: at most 25,
 * Facebook's value `recentPosts` in the table of capabilities.
 * @throws ProviderError `page_not_selected` if the connection has no Page; `connection_expired` if a scope for reading
 *   comments was not granted
 */
export async function readRecentPosts(call: FacebookCall): Promise<PostSummary[]> {
  requireCommentScopes(call, readScopes)
  return (await readNewestPosts(call, { count: recentPosts })).map(postSummary)
}

/** The fields that are requested for a video without a post, which is listed under its own id. */
const videoFields = `id,description,created_time,permalink_url,picture,${commentCountField}`

function videoSummary({ app }: FacebookCall, video: Fields): PostSummary {
  return {
    id: requiredId(video),
    caption: textOf(video['description']),
    thumbnailUrl: textOf(video['picture']),
    permalink: absoluteUrl(app, video['permalink_url']),
    publishedAt: timeOf(video['created_time']),
    commentsCount: totalOf(video['comments']),
  }
}

/**
 * Reads one post of the Page.
 * @throws ProviderError `post_not_found`, also for a visitor's post on the Page, whose id begins with the Page's id
 *   too; `page_not_selected` if the connection has no Page; `connection_expired` if a scope for reading comments was
 *   not granted
 * @see https://developers.facebook.com/docs/graph-api/reference/page-post (read 2026-11-20)
 */
export async function readPost(call: FacebookCall, postId: string): Promise<PostSummary> {
  const { pageId } = requirePage(call)
  requireCommentScopes(call, readScopes)
  const isVideo = !requirePostId(call, postId).includes('_')
  const body = await callPage(call, {
    dialect: postDialect,
    method: 'GET',
    path: `/${postId}`,
    operation: 'posts.get',
    query: { fields: `${isVideo ? videoFields : postFields},from{id}` },
  })
  if (idOf(objectOf(body['from'])['id']) !== pageId) throw new ProviderError('post_not_found', undefined, 'rejected')
  return isVideo ? videoSummary(call, body) : postSummary(toPost(call, body))
}
