import { ProviderError } from '../error-rules.ts'
import { objectOf, textOf } from '../json.ts'
import { callX } from './call-x.ts'
import type { XPublishCall } from './credentials.ts'
import { holdsLink } from './links.ts'
import { type Part, partsOf, uploadsOf } from './post-parts.ts'
import type { State } from './publish-state.ts'

/**
 * Records what X bills for the post at `index` of the thread, counted from 0; a text with a link costs more. Recorded
 * only once, however often it is called.
 */
export function recordPostCharge(call: XPublishCall, { text }: Part, index: number): Promise<void> {
  const operation = holdsLink(text) ? 'post.create.url' : 'post.create'
  return call.recordCharge(operation, [`${call.writeId}/${index}`])
}

/** Builds the body of a post. It replies to the previous post of the thread; an empty text beside media is omitted. */
function requestOf({ text }: Part, mediaIds: string[], parentId: string | undefined): Record<string, unknown> {
  return {
    ...(text.trim() !== '' && { text }),
    ...(mediaIds.length > 0 && { media: { media_ids: mediaIds } }),
    ...(parentId !== undefined && { reply: { in_reply_to_tweet_id: parentId } }),
  }
}

/**
 * Returns the error with the ids of the thread's published posts added to its details, as `postIds`, and their number
 * to its message; unchanged if none was published. The ids replace a list of invalid fields, of which the message has
 * the explanation.
 */
function withPublished(thrown: unknown, postIds: readonly string[], total: number): unknown {
  if (!(thrown instanceof ProviderError) || postIds.length === 0) return thrown
  const { code, message, outcome, status, details, tokenRejected, final, retryAfter } = thrown
  const isObject = typeof details === 'object' && !Array.isArray(details)
  const explained = `${message} Of the ${total} posts of the thread, ${postIds.length} had been published.`
  return new ProviderError(code, explained, outcome, {
    ...{ cause: thrown, status, tokenRejected, final },
    details: { ...(isObject && details), postIds },
    ...(retryAfter !== undefined && { retryAfter }),
  })
}

/**
 * Publishes the next post of the thread, records its charge and returns the state with its id.
 * @throws ProviderError if X rejects the post or does not respond, with the ids of the posts published before in
 *   `details.postIds`; TypeError if all posts of the thread have been published
 * @see https://docs.x.com/x-api/posts/create-post (read 2026-11-20)
 */
export async function createNextPost(call: XPublishCall, state: State): Promise<State> {
  const parts = partsOf(call.input)
  const index = state.postIds.length
  const part = parts[index]
  if (!part) throw new TypeError('all posts of the thread are there')
  const mediaIds = uploadsOf(parts, state, index).map(({ id }) => id)
  try {
    const response = await callX(call, call.account.credentials.accessToken, {
      area: 'posts',
      operation: 'posts.create',
      method: 'POST',
      path: '/tweets',
      json: requestOf(part, mediaIds, state.postIds.at(-1)),
      timeoutMs: 30_000,
    })
    const id = textOf(objectOf(response['data'])['id'])
    if (id === null) throw new ProviderError('provider_error', 'X did not return the id of the post.', 'indeterminate')
    await recordPostCharge(call, part, index)
    return { ...state, postIds: [...state.postIds, id] }
  } catch (error) {
    throw withPublished(error, state.postIds, parts.length)
  }
}
