import type { Comment } from '@carillon/domain'
import { type CommentSearch, type CommentTarget, commentWrite, type SearchedComments } from '../../comment-write.ts'
import { fieldRejection, ProviderError } from '../../error-rules.ts'
import { bodyOf, objectOf } from '../../json.ts'
import type { CommentPage } from '../../ports/comments.ts'
import { apiPath, callApi } from '../client.ts'
import type { YouTubeCall, YouTubeCredentials } from '../credentials.ts'
import { threadIdOf, toComment } from './comment.ts'
import { writeDialect } from './errors.ts'
import { readComments, readReplies, readThread } from './lists.ts'
import { readPost } from './posts.ts'

/**
 * The maximum number of pages read to find a comment: more than a video receives while one call is in flight. YouTube
 * documents no order for replies.
 */
const maxPages = 5

function requirePost(postId: string | null): string {
  if (postId !== null) return postId
  throw fieldRejection('postId', 'it is required on this platform')
}

/**
 * Returns the post and the thread of a new comment; a `threadId` of null for a comment on the post. Reads the thread or
 * the video, for one unit of the daily quota.
 * @throws ProviderError `post_not_found` or `comment_not_found` if it is not on a video of the channel;
 *   `invalid_request` without `postId`
 */
async function locate(call: YouTubeCall, input: { postId: string | null; parentId: string | null }) {
  const postId = requirePost(input.postId)
  if (input.parentId === null) {
    await readPost(call, postId)
    return { postId, threadId: null }
  }
  const threadId = threadIdOf(input.parentId)
  const thread = await readThread(call, threadId)
  if (thread.postId !== postId) throw new ProviderError('comment_not_found', undefined, 'rejected')
  return { postId, threadId }
}

async function insert(call: YouTubeCall, resource: 'comments' | 'commentThreads', snippet: object) {
  const response = await callApi(call, {
    method: 'POST',
    path: `${apiPath}/${resource}`,
    query: { part: 'snippet' },
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ snippet }),
    operation: `${resource}.insert`,
    dialect: writeDialect,
  })
  return bodyOf(response)
}

/**
 * Writes a comment or, if `place.threadId` is set, a reply, for 50 units of the daily quota. Returns the comment with
 * its original text, since the response contains the text as HTML.
 * @throws ProviderError `provider_error` with the outcome `indeterminate` if the response contains no comment;
 *   otherwise as `callApi`
 * @see https://developers.google.com/youtube/v3/docs/comments/insert (read 2026-11-20)
 * @see https://developers.google.com/youtube/v3/docs/commentThreads/insert (read 2026-11-20)
 */
async function write(call: YouTubeCall, place: CommentTarget, textOriginal: string): Promise<Comment> {
  const { threadId } = place
  const postId = requirePost(place.postId)
  const context = { postId, isHidden: false, replyCount: 0 }
  const topLevelComment = { snippet: { textOriginal } }
  const resource = threadId
    ? await insert(call, 'comments', { parentId: threadId, textOriginal })
    : objectOf(
        objectOf((await insert(call, 'commentThreads', { videoId: postId, topLevelComment }))['snippet'])[
          'topLevelComment'
        ],
      )
  // The response contains the text as HTML, so the original text is kept.
  return { ...toComment(call, resource, context), parentId: threadId, isCreator: true, body: textOriginal }
}

async function readSince(call: YouTubeCall, { place, since }: CommentSearch): Promise<SearchedComments> {
  const { threadId } = place
  const postId = requirePost(place.postId)
  const comments: Comment[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < maxPages; pages++) {
    const page: CommentPage = threadId
      ? await readReplies(call, { postId, parentId: threadId, cursor })
      : await readComments(call, { postId, cursor })
    comments.push(...page.comments)
    // Hidden comments come from lists of their own, which may end earlier than that of the published ones.
    const isOlder = ({ parentId, isHidden, createdAt }: Comment) =>
      parentId === null && !isHidden && Date.parse(createdAt) < since
    if (page.next === null || page.comments.some(isOlder)) return { comments, isCut: false }
    cursor = page.next
  }
  return { comments, isCut: true }
}

/**
 * The adapter's functions that write a comment or reply on the channel's videos exactly once. If the response to the
 * writing call is lost, the comments are read to find out whether it took effect.
 */
export const youtubeCommentWrite = commentWrite<Comment, YouTubeCredentials>({
  settling: { callSeconds: 20, seconds: 10, maxProbes: 3, probeIntervalSeconds: 10 },
  locate: (call) => locate(call, call.input),
  send: (call, place) => write(call, place, call.input.message),
  readSince,
  resultOf: (comment) => comment,
})
