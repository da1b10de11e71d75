import { commentWrite } from '../../comment-write.ts'
import { fieldRejection } from '../../error-rules.ts'
import { idOf } from '../../json.ts'
import { requiredId } from '../../required-fields.ts'
import { callInstagram } from '../client.ts'
import type { Credentials } from '../credentials.ts'
import { mediaOf, readTarget, requireOnPost } from './changes.ts'
import { writeDialect } from './errors.ts'
import { readAllReplies } from './lists.ts'

/**
 * Writes a reply to a comment exactly once. If the response to the call was lost, the replies of the thread are read to
 * find out whether it took effect.
 */
export const instagramReply = commentWrite<{ id: string }, Credentials>({
  settling: { callSeconds: 20, seconds: 10, maxProbes: 2, probeIntervalSeconds: 5 },
  /**
   * Finds the thread to write to. Instagram has one level of replies: a reply to a reply is sent to the top-level
   * comment.
   * @throws ProviderError `comment_not_found` if the comment is not known or not on the post; `invalid_request` without
   *   `parentId`; `connection_expired` if the scope for comments was not granted
   */
  async locate(call) {
    const { parentId, ...named } = call.input
    if (parentId === null) throw fieldRejection('parentId', 'it is required on this platform')
    const parent = await readTarget(call, parentId)
    requireOnPost(parent, named)
    return { postId: mediaOf(parent) ?? named.postId, threadId: idOf(parent['parent_id']) ?? parentId }
  },
  /**
   * Makes the call that writes the reply, and returns its id.
   * @see https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-comment/replies (read 2026-11-20)
   */
  async send(call, { threadId }) {
    const body = await callInstagram(call, {
      dialect: writeDialect,
      method: 'POST',
      path: `/${threadId}/replies`,
      operation: 'comments.create',
      form: { message: call.input.message },
    })
    return { id: requiredId(body) }
  },
  /** Reads the whole thread: Instagram sorts replies by age and cannot start at a given time. */
  async readSince(call, { place: { threadId, postId } }) {
    if (threadId === null) return { comments: [], isCut: false }
    return readAllReplies(call, { postId: postId ?? '', parentId: threadId })
  },
  resultOf: ({ id }) => ({ id }),
})
