import type { Comment } from '@carillon/domain'
import { countOf, type Fields, idOf, objectOf, textOf } from '../../json.ts'
import type { CommentAuthor } from '../../ports/comments.ts'
import { requiredId, requiredTime } from '../../required-fields.ts'
import type { InstagramCall } from '../credentials.ts'

/**
 * The fields that are requested for a comment.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-comment (read
 *   2026-11-20)
 */
export const commentFields = [
  'id',
  'text',
  'timestamp',
  'username',
  'from',
  'user',
  'like_count',
  'hidden',
  'parent_id',
].join(',')

/**
 * Returns whether the account itself wrote a comment of Graph: if the comment has the field `user`, which only the
 * account's own comments have, or names the account's id or username as its author.
 */
export function isOwn({ account }: InstagramCall, { user, from, username }: Fields): boolean {
  const name = textOf(username) ?? textOf(objectOf(from)['username'])
  const ids = [idOf(objectOf(user)['id']), idOf(objectOf(from)['id'])]
  return user !== undefined || ids.includes(account.providerId) || (name !== null && name === account.displayIdentifier)
}

/**
 * Returns the author of a comment. Instagram reports only the username of a commenter: it is used for all names, and
 * `avatarUrl` is null. Names and `profileUrl` are empty if the username is.
 */
export function authorOf(username: string): CommentAuthor {
  return {
    authorName: username,
    authorFullName: username,
    authorHandle: username,
    avatarUrl: null,
    profileUrl: username === '' ? '' : `https://www.instagram.com/${encodeURIComponent(username)}/`,
  }
}

/**
 * Converts a comment of the Graph API. If `parentId` is null, Graph's `parent_id` is used.
 * @throws ProviderError `provider_error` with the outcome `indeterminate` if the id or the time is missing: without the
 *   comment, the list would look as if it had been deleted
 */
export function toComment(
  call: InstagramCall,
  fields: Fields,
  { postId, parentId }: { postId: string; parentId: string | null },
): Comment {
  const username = textOf(fields['username']) ?? textOf(objectOf(fields['from'])['username']) ?? ''
  return {
    id: requiredId(fields),
    mediaId: postId,
    parentId: parentId ?? idOf(fields['parent_id']),
    ...authorOf(username),
    body: textOf(fields['text']) ?? '',
    likeCount: countOf(fields['like_count']) ?? 0,
    isCreator: isOwn(call, fields),
    isHidden: fields['hidden'] === true,
    createdAt: requiredTime(fields, 'timestamp'),
  }
}
