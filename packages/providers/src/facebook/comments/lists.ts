import { type GraphPage, type GraphParameters, graphPage } from '../../meta/graph.ts'
import { readShrinking } from '../../meta/smaller-pages.ts'
import { readThreads } from '../../meta/thread-replies.ts'
import type { CommentPage, PostQuery, ThreadQuery } from '../../ports/comments.ts'
import { callPage } from '../client.ts'
import type { FacebookCall } from '../credentials.ts'
import { commentFields, toComment } from './comment.ts'
import {
  listDialect,
  readScopes,
  replyListDialect,
  requireCommentId,
  requireCommentScopes,
  requirePostId,
} from './errors.ts'

/**
 * Page sizes in the order in which they are tried: threads are large, and Facebook may reject a page as too much data.
 */
const pageSizes = [50, 25, 10] as const
const inlineReplies = 25

/**
 * The fields that are requested for a top-level comment, with its first 25 replies, oldest first. Without
 * `filter(stream)` Facebook omits some replies, such as hidden ones.
 */
const threadFields = `${commentFields},comments.filter(stream).order(chronological).limit(${inlineReplies}){${commentFields}}`

interface EdgeQuery {
  parentId: string
  cursor: string | null
  parameters: GraphParameters
}

/**
 * Reads one page of up to 50 replies to a comment, as Graph returns them; fewer if Facebook rejects a page of 50 as too
 * much data. `cursor` is `after` of the page before, null for the first page; `parameters` are added to the query, such
 * as an order. For the id of another object that has comments, such as a post, Graph returns that object's comments.
 * @throws ProviderError `comment_not_found` if Facebook does not know the id, or if `requireCommentId` rejects it;
 *   `page_not_selected` if the connection has no Page; the errors of `callPage`
 * @see https://developers.facebook.com/docs/graph-api/reference/object/comments (read 2026-11-20)
 */
export async function readReplyPage(
  call: FacebookCall,
  { parentId, cursor, parameters }: EdgeQuery,
): Promise<GraphPage> {
  const path = `/${requireCommentId(parentId)}/comments`
  return readShrinking(pageSizes, async (limit) => {
    const body = await callPage(call, {
      dialect: replyListDialect,
      method: 'GET',
      path,
      operation: 'comments.replies',
      query: { filter: 'stream', fields: commentFields, limit, after: cursor ?? undefined, ...parameters },
    })
    return graphPage(body)
  })
}

const oldestFirst = { order: 'chronological' }

/**
 * Reads one page of up to 50 top-level comments of a post, newest first, as Graph returns them. `cursor` is `after` of
 * the page before, null for the first page; `fields` is Graph's list of the fields to read, separated by commas.
 * @throws ProviderError `post_not_found` if Facebook does not know the post, or if its id cannot be that of a post of
 *   the Page; `page_not_selected` if the connection has no Page
 * @see https://developers.facebook.com/docs/graph-api/reference/object/comments (read 2026-11-20)
 */
export async function readThreadPage(
  call: FacebookCall,
  { postId, cursor, fields }: { postId: string; cursor: string | null; fields: string },
): Promise<GraphPage> {
  const path = `/${requirePostId(call, postId)}/comments`
  return readShrinking(pageSizes, async (limit) => {
    const body = await callPage(call, {
      dialect: listDialect,
      method: 'GET',
      path,
      operation: 'comments.list',
      query: { filter: 'toplevel', order: 'reverse_chronological', fields, limit, after: cursor ?? undefined },
    })
    return graphPage(body)
  })
}

/**
 * Reads a page of up to 50 top-level comments of a post, newest first, each followed by its replies, oldest first. If a
 * comment has more than about 2,000 replies, the rest is omitted, and `cutThreads` contains the comment's id. `cursor`
 * is `next` of the page before; null for the first page.
 * @throws ProviderError `post_not_found` if Facebook does not know the post, or if its id cannot be that of a post of
 *   the Page; `connection_expired` if a scope for comments was not granted; `page_not_selected` without a Page
 */
export async function readComments(
  call: FacebookCall,
  { postId, cursor }: Pick<PostQuery, 'postId' | 'cursor'>,
): Promise<CommentPage> {
  requireCommentScopes(call, readScopes)
  const { items, after } = await readThreadPage(call, { postId, cursor, fields: threadFields })
  const threads = await readThreads(items, {
    field: 'comments',
    readPage: (parentId, place) => readReplyPage(call, { parentId, cursor: place, parameters: oldestFirst }),
    toComment: (item, parentId) => toComment(call, item, { postId, parentId }),
  })
  return { ...threads, next: after }
}

/**
 * Reads a page of up to 50 replies to a comment, oldest first. `cursor` is `next` of the page before; null for the
 * first page. That `parentId` is the id of a comment is not checked, as described at `readReplyPage`.
 * @throws ProviderError `comment_not_found` if Facebook does not know the comment; `connection_expired` if a scope for
 *   comments was not granted; `page_not_selected` without a Page
 */
export async function readReplies(call: FacebookCall, { postId, parentId, cursor }: ThreadQuery): Promise<CommentPage> {
  requireCommentScopes(call, readScopes)
  const { items, after } = await readReplyPage(call, { parentId, cursor, parameters: oldestFirst })
  return { comments: items.map((reply) => toComment(call, reply, { postId, parentId })), next: after }
}
