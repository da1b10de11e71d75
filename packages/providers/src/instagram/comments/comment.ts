import type { Comment } from '@carillon/domain'
import { countOf, type Fields, idOf, objectOf, textOf, timeOf } from '../../json.ts'
import type { CommentAuthor } from '../../ports/comments.ts'
import type { InstagramCall } from '../credentials.ts'

/**
 * The fields requested of a comment.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-comment (read 2026-11-20)
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

/** Whether the account itself wrote the comment. Only its own comments have the field `user`. */
export function isOwn({ account }: InstagramCall, { user, from, username }: Fields): boolean {
  const name = textOf(username) ?? textOf(objectOf(from)['username'])
  const ids = [idOf(objectOf(user)['id']), idOf(objectOf(from)['id'])]
  return user !== undefined || ids.includes(account.providerId) || (name !== null && name === account.displayIdentifier)
}

/** Instagram reports only the username of a commenter, no name or image. */
export function authorOf(username: string): CommentAuthor {
  return {
    authorName: username,
    authorFullName: username,
    authorHandle: username,
    avatarUrl: null,
    profileUrl: username === '' ? '' : `https://www.instagram.com/${encodeURIComponent(username)}/`,
  }
}

/** The comment of the API for a comment of Graph; an empty list if its id or time is missing. */
export function toComment(
  call: InstagramCall,
  fields: Fields,
  { postId, parentId }: { postId: string; parentId: string | null },
): Comment[] {
  const [id, createdAt] = [idOf(fields['id']), timeOf(fields['timestamp'])]
  if (id === null || createdAt === null) return []
  const username = textOf(fields['username']) ?? textOf(objectOf(fields['from'])['username']) ?? ''
  return [
    {
      id,
      mediaId: postId,
      parentId: parentId ?? idOf(fields['parent_id']),
      ...authorOf(username),
      body: textOf(fields['text']) ?? '',
      likeCount: countOf(fields['like_count']) ?? 0,
      isCreator: isOwn(call, fields),
      isHidden: fields['hidden'] === true,
      createdAt,
    },
  ]
}
