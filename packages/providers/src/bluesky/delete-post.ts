import { ProviderError, readBeforeChange } from '../error-rules.ts'
import type { DeletePostPort } from '../ports/posts.ts'
import { collection, recordUri } from './post-record.ts'
import { readRecord } from './records.ts'
import { type Credentials, sessionOf } from './session.ts'
import { callServer } from './xrpc.ts'

function notFound(): ProviderError {
  return new ProviderError('post_not_found', 'The account has no post with this id.', 'rejected')
}

/**
 * Returns the record key of a post, given the post's URI or the key itself.
 * @throws ProviderError `post_not_found` if it is neither, or the URI is that of another account's post
 * @see https://atproto.com/specs/record-key (read 2026-11-20)
 */
function keyOf(postId: string, did: string): string {
  const prefix = recordUri(did, '')
  const key = postId.startsWith(prefix) ? postId.slice(prefix.length) : postId
  if (!/^[a-zA-Z0-9._:~-]{1,512}$/.test(key) || key === '.' || key === '..') throw notFound()
  return key
}

export const blueskyDeletePost: DeletePostPort<Credentials> = {
  /**
   * Deletes a post of the account, given its at-URI or its record key. Reads the post first, because the server reports
   * success even if the record does not exist.
   * @throws ProviderError `post_not_found` if the account has no such post
   * @see https://docs.bsky.app/docs/api/com-atproto-repo-delete-record (read 2026-11-20)
   */
  async delete(call, postId) {
    const session = sessionOf(call)
    const rkey = keyOf(postId, session.did)
    if (!(await readBeforeChange(readRecord(call, session, rkey)))) throw notFound()
    const input = { repo: session.did, collection, rkey }
    await callServer(call, session, { method: 'com.atproto.repo.deleteRecord', input })
  },
}
