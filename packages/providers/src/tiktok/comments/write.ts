import type { Comment } from '@carillon/domain'
import { type CommentSearch, type CommentTarget, commentWrite, type SearchedComments } from '../../comment-write.ts'
import type { TokenPair } from '../../credentials.ts'
import { fieldRejection, ProviderError } from '../../error-rules.ts'
import { idOf, timeOfSeconds } from '../../json.ts'
import type { CommentPage } from '../../ports/comments.ts'
import { requireScope, writeApi } from '../client.ts'
import type { TikTokCall } from '../credentials.ts'
import { replyDialect, writeDialect } from './errors.ts'
import { readComment, readComments, readReplies } from './lists.ts'
import { unlessReadable } from './missing-permission.ts'

/** The maximum number of pages read to find a comment: more than a post receives while one call is in flight. */
const maxPages = 4

function requirePost({ postId }: { postId: string | null }): string {
  if (postId !== null) return postId
  throw fieldRejection('postId', 'it is required on this platform')
}

/**
 * Returns the id of the top-level comment to whose thread a comment belongs. If `comment.list` was not granted, or
 * TikTok does not return the comment, `commentId` itself is returned, and TikTok accepts or rejects the reply.
 * @throws ProviderError if TikTok rejects the read or does not respond
 */
async function threadOf(call: TikTokCall, { postId, commentId }: { postId: string; commentId: string }) {
  if (!call.account.scopes.includes('comment.list')) return commentId
  const parent = await readComment(call, { postId, commentId })
  return parent?.parentId ?? commentId
}

/** Builds the new comment from the response. TikTok omits the author, which is the account itself. */
function ownComment(
  { account }: TikTokCall,
  { id, place, body, createdAt }: { id: string; place: CommentTarget; body: string; createdAt: string },
): Comment {
  const handle = account.displayIdentifier ?? account.providerId
  return {
    id,
    mediaId: place.postId ?? '',
    parentId: place.threadId,
    authorName: handle,
    authorFullName: handle,
    authorHandle: handle,
    avatarUrl: null,
    profileUrl: account.displayIdentifier === null ? '' : `https://www.tiktok.com/@${encodeURIComponent(handle)}`,
    body,
    likeCount: 0,
    isCreator: true,
    isHidden: false,
    createdAt,
    liked: false,
    deletable: true,
    replyCount: 0,
  }
}

/**
 * Reads the comments of the post or thread, newest first, back to the time `since` (ms since the epoch). `isCut` is
 * true if that time was not reached within four pages.
 */
async function readSince(call: TikTokCall, { place, since }: CommentSearch): Promise<SearchedComments> {
  const { threadId } = place
  const postId = requirePost(place)
  const comments: Comment[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < maxPages; pages++) {
    const page: CommentPage = threadId
      ? await readReplies(call, { postId, parentId: threadId, cursor, order: 'desc' })
      : await readComments(call, { postId, cursor })
    const here = page.comments.filter(({ parentId }) => parentId === threadId)
    comments.push(...here)
    if (page.next === null || here.some(({ createdAt }) => Date.parse(createdAt) < since))
      return { comments, isCut: false }
    cursor = page.next
  }
  return { comments, isCut: true }
}

/**
 * The adapter's functions that write a comment or reply on TikTok exactly once. If the response to the writing call is
 * lost, the comments are read to find out whether it took effect.
 */
export const tiktokCommentWrite = commentWrite<Comment, TokenPair>({
  settling: { callSeconds: 20, seconds: 10, maxProbes: 2, probeIntervalSeconds: 10 },
  async locate(call) {
    requireScope(call, 'comment.list.manage')
    const postId = requirePost(call.input)
    const { parentId: commentId } = call.input
    return { postId, threadId: commentId === null ? null : await threadOf(call, { postId, commentId }) }
  },
  /**
   * Writes the comment or, if `place.threadId` is set, a reply to that thread. Returns it as a comment of the account.
   * @throws ProviderError `provider_error` with the outcome `indeterminate` if the response contains no id;
   *   `connection_expired` if a permission is missing; otherwise as `writeApi`
   * @see https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (read 2026-11-20)
   */
  async send(call, place) {
    const { message } = call.input
    const isReply = place.threadId !== null
    const target = { postId: requirePost(place), commentId: place.threadId }
    const writing = writeApi(call, {
      path: isReply ? '/business/comment/reply/create/' : '/business/comment/create/',
      operation: 'comments.create',
      dialect: isReply ? replyDialect : writeDialect,
      body: { video_id: target.postId, ...(isReply && { comment_id: place.threadId }), text: message },
    })
    const data = await writing.catch((error: unknown) => unlessReadable(call, target, error))
    const id = idOf(data['comment_id'])
    if (id === null) throw new ProviderError('provider_error', undefined, 'indeterminate')
    const createdAt = timeOfSeconds(data['create_time']) ?? call.now().toISOString()
    return ownComment(call, { id, place, body: message, createdAt })
  },
  readSince,
  resultOf: (comment) => comment,
  /**
   * Adds the name and image of the author, which the response to the writing call lacks, by reading the comment.
   * Returns `result` unchanged if that fails.
   */
  async complete(call, { result, place }) {
    try {
      const read = await readComment(call, { postId: requirePost(place), commentId: result.id })
      return read ? { ...read, parentId: place.threadId } : result
    } catch (error) {
      if (error instanceof ProviderError) return result
      throw error
    }
  },
})
