import type { TokenPair } from '../credentials.ts'
import { ProviderError } from '../error-rules.ts'
import { booleanOf, objectOf } from '../json.ts'
import type { DeletePostPort } from '../ports/posts.ts'
import { lacking } from '../required-fields.ts'
import { callX } from './call-x.ts'
import type { XCall } from './credentials.ts'

function notFound(): ProviderError {
  return new ProviderError('post_not_found', 'The account has no post with this id.', 'rejected')
}

/** Records what X bills for the deletion of a post; only once, however often it is called. */
function recordDeletion(call: XCall, postId: string): Promise<void> {
  return call.recordCharge('post.delete', [`x/delete/${postId}`])
}

export const xDeletePost: DeletePostPort<TokenPair> = {
  /**
   * Deletes the post without reading it first: X itself rejects the deletion of another account's post, and reads are
   * billed.
   * @throws ProviderError `post_not_found` if the id is not one of X, or if the account has no post with this id;
   *   `provider_error` with the outcome `indeterminate` if the response does not say whether the post is deleted
   * @see https://docs.x.com/x-api/posts/delete-post (read 2026-11-20)
   */
  async delete(call, postId) {
    if (!/^\d{1,19}$/.test(postId)) throw notFound()
    const body = await callX(call, call.account.credentials.accessToken, {
      area: 'delete',
      operation: 'posts.delete',
      method: 'DELETE',
      path: `/tweets/${postId}`,
    })
    const deleted = booleanOf(objectOf(body['data'])['deleted'])
    if (deleted === null) throw lacking('data.deleted')
    if (!deleted) throw notFound()
    await recordDeletion(call, postId)
  },
  recordLostDeletion: recordDeletion,
}
