import { type Comment, capabilities } from '@carillon/domain'
import { ProviderError } from '../../error-rules.ts'
import type { Fields } from '../../json.ts'
import type { CommentPage, ThreadQuery } from '../../ports/comments.ts'
import { readApi, requireScope } from '../client.ts'
import type { TikTokCall } from '../credentials.ts'
import { itemsIn } from '../videos.ts'
import { distinct, toComment, toThread } from './comment.ts'
import { listDialect, replyListDialect } from './errors.ts'
import { readSlice } from './slices.ts'

const { pageSize } = capabilities['comments.list'].cells.tiktok

/** Returns an id if it consists of digits; otherwise throws with `code`, before TikTok is called. */
function requireDigits(value: string, code: 'post_not_found' | 'comment_not_found'): string {
  if (/^\d{1,20}$/.test(value)) return value
  throw new ProviderError(code, undefined, 'rejected')
}

/**
 * Reads one page of a post's top-level comments, newest first, or those in `comment_ids`. Returns TikTok's `data`.
 * @throws ProviderError `connection_expired` if `comment.list` was not granted; `post_not_found` if `postId` is not a
 *   number; otherwise as `readApi`
 * @see https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (read 2026-11-20)
 */
async function readThreads(
  call: TikTokCall,
  { postId, ...query }: { postId: string; cursor?: string; comment_ids?: string; include_replies?: string },
): Promise<Fields> {
  requireScope(call, 'comment.list')
  return readApi(call, {
    path: '/business/comment/list/',
    operation: 'comments.list',
    dialect: listDialect,
    query: {
      video_id: requireDigits(postId, 'post_not_found'),
      status: 'ALL',
      sort_field: 'create_time',
      sort_order: 'desc',
      max_count: String(pageSize),
      ...query,
    },
  })
}

/**
 * Reads a page of up to 30 top-level comments of a post, newest first, each followed by up to three of its replies.
 * `cursor` is `next` of the page before; null for the first page. If comments were deleted since, the result may also
 * contain comments of the page before (see `readSlice`).
 * @throws ProviderError `post_not_found` if TikTok does not know the post or does not permit reading it;
 *   `invalid_request` for an invalid cursor; `connection_expired` if `comment.list` was not granted
 */
export async function readComments(
  call: TikTokCall,
  { postId, cursor }: { postId: string; cursor: string | null },
): Promise<CommentPage> {
  const { items, next } = await readSlice(cursor, (from) =>
    readThreads(call, { postId, include_replies: 'true', ...from }),
  )
  return { comments: distinct(items.flatMap((item) => toThread(item, postId))), next }
}

/**
 * Reads a page of up to 30 replies to the comment `parentId`; oldest first if `order` is omitted. `cursor` is `next` of
 * the page before; null for the first page. If replies were deleted since, the result may also contain replies of the
 * page before (see `readSlice`).
 * @throws ProviderError `comment_not_found` if TikTok does not know the comment or does not permit reading its replies;
 *   `post_not_found` if `postId` is not a number; `invalid_request` for an invalid cursor; `connection_expired` if
 *   `comment.list` was not granted
 * @see https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (read 2026-11-20)
 */
export async function readReplies(
  call: TikTokCall,
  { postId, parentId, cursor, order = 'asc' }: ThreadQuery & { order?: 'asc' | 'desc' },
): Promise<CommentPage> {
  requireScope(call, 'comment.list')
  const query = {
    video_id: requireDigits(postId, 'post_not_found'),
    comment_id: requireDigits(parentId, 'comment_not_found'),
    status: 'ALL',
    sort_field: 'create_time',
    sort_order: order,
    max_count: String(pageSize),
  }
  const { items, next } = await readSlice(cursor, (from) =>
    readApi(call, {
      path: '/business/comment/reply/list/',
      operation: 'comments.replies',
      dialect: replyListDialect,
      query: { ...query, ...from },
    }),
  )
  return { comments: distinct(items.map((item) => toComment(item, { postId, parentId }))), next }
}

/**
 * Reads one comment or reply of a post; null if TikTok does not return it.
 * @throws ProviderError `post_not_found` if TikTok does not know the post or does not permit reading it;
 *   `comment_not_found` if `commentId` is not a number; `connection_expired` if `comment.list` was not granted
 * @see https://github.com/bububa/tiktok-business/blob/master/model/business/comment/list.go (read 2026-11-30)
 */
export async function readComment(
  call: TikTokCall,
  { postId, commentId }: { postId: string; commentId: string },
): Promise<Comment | null> {
  const ids = JSON.stringify([requireDigits(commentId, 'comment_not_found')])
  const data = await readThreads(call, { postId, comment_ids: ids })
  const comments = itemsIn(data, 'comments').map((item) => toComment(item, { postId, parentId: null }))
  return comments.find(({ id }) => id === commentId) ?? null
}
