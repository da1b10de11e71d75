import type { Comment } from '@carillon/domain'
import { type CommentSearch, commentWrite, type SearchedComments } from '../../comment-write.ts'
import { fieldRejection } from '../../error-rules.ts'
import { type Fields, idOf, objectOf } from '../../json.ts'
import type { GraphPage } from '../../meta/graph.ts'
import { requiredId } from '../../required-fields.ts'
import { callPage } from '../client.ts'
import type { FacebookCall, FacebookCredentials } from '../credentials.ts'
import { readTarget } from './changes.ts'
import { commentFields, toComment } from './comment.ts'
import { requireCommentScopes, threadDialect, writeDialect, writeScopes } from './errors.ts'
import { readReplyPage, readThreadPage } from './lists.ts'
import { requireOnPost } from './on-post.ts'
import { readPost } from './posts.ts'

/** The maximum number of pages of comments that are read: more than a Page receives while one call is in flight. */
const maxPages = 10

/**
 * Returns the id of the post that Facebook reports as the object of a comment; null for another object, such as a photo
 * of the post, whose id does not contain that of the Page.
 */
function postOf(comment: Fields): string | null {
  const objectId = idOf(objectOf(comment['object'])['id'])
  return objectId?.includes('_') ? objectId : null
}

/** Reads the comments of the post or thread, newest first, back to the time `since`. */
async function readSince(call: FacebookCall, { place, since }: CommentSearch): Promise<SearchedComments> {
  const { threadId, postId } = place
  const comments: Comment[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < maxPages; pages++) {
    const { items, after }: GraphPage = threadId
      ? await readReplyPage(call, { parentId: threadId, cursor, parameters: { order: 'reverse_chronological' } })
      : await readThreadPage(call, { postId: postId ?? '', cursor, fields: commentFields })
    const page = items.map((item) => toComment(call, item, { postId: postId ?? '', parentId: threadId }))
    comments.push(...page)
    if (after === null || page.some(({ createdAt }) => Date.parse(createdAt) < since)) return { comments, isCut: false }
    cursor = after
  }
  return { comments, isCut: true }
}

/**
 * Writes a comment or reply on the Page's posts exactly once. If the response to the call was lost, the newest comments
 * of the post or thread are read to find out whether it took effect.
 */
export const facebookCommentWrite = commentWrite<{ id: string }, FacebookCredentials>({
  settling: { callSeconds: 20, seconds: 10, maxProbes: 2, probeIntervalSeconds: 5 },
  /**
   * Finds the post or thread to write to. A reply to a reply is sent to the thread's top-level comment, to which
   * Facebook would move it anyway.
   * @throws ProviderError `comment_not_found`, also for a comment that is not on the post, or `post_not_found`;
   *   `invalid_request` without a post and a parent; `connection_expired` if a scope for comments was not granted;
   *   `page_not_selected` if the connection has no Page
   */
  async locate(call) {
    const { parentId, postId, isOnPost = false } = call.input
    requireCommentScopes(call, writeScopes)
    if (parentId !== null) {
      const parent = await readTarget(call, parentId, { withObject: !isOnPost })
      if (postId !== null && !isOnPost) await requireOnPost(call, { comment: parent, commentId: parentId, postId })
      return { postId: postId ?? postOf(parent), threadId: idOf(objectOf(parent['parent'])['id']) ?? parentId }
    }
    if (postId === null) throw fieldRejection('postId', 'it is required without parentId')
    const { id } = await readPost(call, postId)
    return { postId: id, threadId: null }
  },
  /**
   * Makes the call that writes the reply or, if `threadId` is null, the comment on the post. Returns its id.
   * @see https://developers.facebook.com/docs/graph-api/reference/object/comments (read 2026-11-20)
   */
  async send(call, { threadId, postId }) {
    const body = await callPage(call, {
      dialect: threadId === null ? writeDialect : threadDialect,
      method: 'POST',
      path: `/${threadId ?? postId}/comments`,
      operation: 'comments.create',
      form: { message: call.input.message },
    })
    return { id: requiredId(body) }
  },
  readSince,
  resultOf: ({ id }) => ({ id }),
})
