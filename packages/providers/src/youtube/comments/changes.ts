import { fieldRejection, ProviderError } from '../../error-rules.ts'
import { apiPath, callApi } from '../client.ts'
import type { YouTubeCall } from '../credentials.ts'
import { moderateDialect } from './errors.ts'
import { ownerOf } from './lists.ts'

/**
 * Sets the moderation status of a comment, for 50 units of the daily quota. `query` contains its `id` and the status.
 * @see https://developers.google.com/youtube/v3/docs/comments/setModerationStatus (read 2026-11-20)
 */
async function setModerationStatus(call: YouTubeCall, query: Readonly<Record<string, string>>): Promise<void> {
  await callApi(call, {
    method: 'POST',
    path: `${apiPath}/comments/setModerationStatus`,
    query,
    operation: 'comments.setModerationStatus',
    dialect: moderateDialect,
  })
}

/**
 * Returns the id if it can be that of one comment; YouTube would take an id with a comma for several.
 * @throws ProviderError `comment_not_found` for any other id
 */
function requireId(commentId: string): string {
  if (/^[\w.-]+$/.test(commentId)) return commentId
  throw new ProviderError('comment_not_found', undefined, 'rejected')
}

/**
 * Hides or unhides a comment on the channel's video, for 50 units of the daily quota. A hidden comment is held for
 * review; unhiding publishes it.
 * @throws ProviderError `comment_not_found` if no comment on the channel's videos has this id; `not_supported` if
 *   YouTube does not allow it for the channel's own comment; `quota_exhausted` if too few units are left
 */
export async function hideComment(
  call: YouTubeCall,
  { commentId, hidden }: { commentId: string; hidden: boolean },
): Promise<void> {
  const moderationStatus = hidden ? 'heldForReview' : 'published'
  await setModerationStatus(call, { id: requireId(commentId), moderationStatus })
}

/**
 * Deletes a comment of the channel itself, for 50 units of the daily quota.
 * @see https://developers.google.com/youtube/v3/docs/comments/delete (read 2026-11-20)
 */
async function deleteOwn(call: YouTubeCall, id: string): Promise<void> {
  await callApi(call, {
    method: 'DELETE',
    path: `${apiPath}/comments`,
    query: { id },
    operation: 'comments.delete',
    dialect: moderateDialect,
  })
}

interface Deletion {
  commentId: string
  /** Null if the author is not known. */
  isOwn: boolean | null
  banAuthor: boolean
}

function requireNoBan({ banAuthor }: Deletion): void {
  if (!banAuthor) return
  throw fieldRejection('banAuthor', "the comment is the channel's own, which has no author to ban")
}

/**
 * Deletes the channel's own comment. YouTube cannot delete comments of others: they are rejected instead, which removes
 * them permanently; with `banAuthor`, YouTube also rejects their author's later comments. Costs 50 units of the daily
 * quota, and one or two more if `isOwn` is null, since the author is then read first.
 * @throws ProviderError `comment_not_found` if no comment on the channel's videos has this id; `invalid_request` for
 *   `banAuthor` with the channel's own comment; `quota_exhausted` if too few units are left
 */
export async function deleteComment(call: YouTubeCall, target: Deletion): Promise<void> {
  const id = requireId(target.commentId)
  const owner = target.isOwn === null ? await ownerOf(call, id) : target.isOwn ? 'own' : 'others'
  switch (owner) {
    case 'own-elsewhere':
      throw new ProviderError('comment_not_found', undefined, 'rejected')
    case 'own':
      requireNoBan(target)
      return deleteOwn(call, id)
    case 'others': {
      const ban = target.banAuthor ? { banAuthor: 'true' } : {}
      return setModerationStatus(call, { id, moderationStatus: 'rejected', ...ban })
    }
    default:
      return owner satisfies never
  }
}
