import type { Dialect } from '../../call-network.ts'
import type { SearchedComments } from '../../comment-write.ts'
import { type GraphPage, graphPage } from '../../meta/graph.ts'
import { readShrinking } from '../../meta/smaller-pages.ts'
import { readThreads, restOfReplies } from '../../meta/thread-replies.ts'
import type { CommentPage, PostQuery, ThreadQuery } from '../../ports/comments.ts'
import { callInstagram } from '../client.ts'
import type { InstagramCall } from '../credentials.ts'
import { commentFields, toComment } from './comment.ts'
import { listDialect, replyListDialect, requireCommentScope, requireId } from './errors.ts'
import { readPost } from './posts.ts'

/**
 * Page sizes in the order in which they are tried; the first is the largest that Instagram accepts. Instagram may
 * reject a page of comments with many replies as too much data.
 */
const pageSizes = [50, 25, 10, 5] as const

const threadFields = `${commentFields},replies.limit(${pageSizes[0]}){${commentFields}}`

interface EdgeQuery {
  dialect: Dialect
  path: string
  operation: string
  fields: string
  /** The `after` of the page before; null for the first page. */
  cursor: string | null
}

/** Reads one page of comments or replies, in smaller pages if Instagram rejects it as too much data. */
function readEdge(call: InstagramCall, { fields, cursor, ...request }: EdgeQuery): Promise<GraphPage> {
  return readShrinking(pageSizes, async (limit) => {
    const query = { fields, limit, after: cursor ?? undefined }
    return graphPage(await callInstagram(call, { ...request, method: 'GET', query }))
  })
}

/**
 * Reads one page of up to 50 replies to a comment, oldest first. `cursor` is `after` of the page before, null for the
 * first page.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-comment (read
 *   2026-11-20)
 */
async function readReplyPage(call: InstagramCall, parentId: string, cursor: string | null): Promise<GraphPage> {
  return readEdge(call, {
    dialect: replyListDialect,
    path: `/${requireId(parentId, 'comment_not_found')}/replies`,
    operation: 'comments.replies',
    fields: commentFields,
    cursor,
  })
}

/**
 * Reads one page of up to 50 top-level comments of a post, newest first, as Graph returns them. `cursor` is `after` of
 * the page before, null for the first page; `fields` is Graph's list of the fields to read, separated by commas.
 * @throws ProviderError `post_not_found` if Instagram does not know the post, or if its id does not consist of digits
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-media/comments (read
 *   2026-11-20)
 */
export async function readThreadPage(
  call: InstagramCall,
  { postId, cursor, fields }: { postId: string; cursor: string | null; fields: string },
): Promise<GraphPage> {
  const path = `/${requireId(postId, 'post_not_found')}/comments`
  return readEdge(call, { dialect: listDialect, path, operation: 'comments.list', fields, cursor })
}

/**
 * Returns whether Instagram counts comments on a post of which it lists none. It has done so for an app in development
 * mode, and it lists no comments by restricted users.
 * @see https://github.com/diwenne/openreply/issues/64 (read 2026-11-29)
 */
async function countsComments(call: InstagramCall, postId: string): Promise<boolean> {
  return ((await readPost(call, postId)).commentsCount ?? 0) > 0
}

/**
 * Reads a page of up to 50 top-level comments of a post, newest first, each followed by its replies, oldest first. If a
 * comment has more than about 2,000 replies, the rest is omitted, and `cutThreads` contains the comment's id. `cursor`
 * is `next` of the page before; null for the first page. If the list is empty, Instagram's count of the comments on the
 * post is read as well: `isWithheld` is true if the count is above 0.
 * @throws ProviderError `post_not_found` if Instagram does not know the post; `connection_expired` if the scope for
 *   comments was not granted
 */
export async function readComments(
  call: InstagramCall,
  { postId, cursor }: Pick<PostQuery, 'postId' | 'cursor'>,
): Promise<CommentPage> {
  requireCommentScope(call)
  const { items, after } = await readThreadPage(call, { postId, cursor, fields: threadFields })
  const isEmpty = cursor === null && after === null && items.length === 0
  if (isEmpty) return { comments: [], next: null, isWithheld: await countsComments(call, postId) }
  const threads = await readThreads(items, {
    field: 'replies',
    readPage: (parentId, place) => readReplyPage(call, parentId, place),
    toComment: (item, parentId) => toComment(call, item, { postId, parentId }),
  })
  return { ...threads, next: after }
}

/**
 * Reads a page of up to 50 replies to a comment, oldest first. `cursor` is `next` of the page before; null for the
 * first page.
 * @throws ProviderError `comment_not_found` if Instagram does not know the comment; `connection_expired` if the scope
 *   for comments was not granted
 */
export async function readReplies(
  call: InstagramCall,
  { postId, parentId, cursor }: ThreadQuery,
): Promise<CommentPage> {
  requireCommentScope(call)
  const { items, after } = await readReplyPage(call, parentId, cursor)
  return { comments: items.map((reply) => toComment(call, reply, { postId, parentId })), next: after }
}

/**
 * Reads the replies to a top-level comment, oldest first. Of more than about 2,000 replies, the rest is omitted, and
 * `isCut` is true.
 * @throws ProviderError `comment_not_found` if Instagram does not know the comment; `connection_expired` if the scope
 *   for comments was not granted
 */
export async function readAllReplies(
  call: InstagramCall,
  { postId, parentId }: Omit<ThreadQuery, 'cursor'>,
): Promise<SearchedComments> {
  const first = await readReplies(call, { postId, parentId, cursor: null })
  const { replies, isCut } = await restOfReplies(first.next, (after) => readReplyPage(call, parentId, after))
  const rest = replies.map((reply) => toComment(call, reply, { postId, parentId }))
  return { comments: [...first.comments, ...rest], isCut }
}
