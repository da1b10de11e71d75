import type { Comment } from '@carillon/domain'
import { countOf, type Fields, idOf, objectOf, textOf } from '../../json.ts'
import type { CommentAuthor } from '../../ports/comments.ts'
import { requiredId, requiredTime } from '../../required-fields.ts'
import { type FacebookCall, requirePage } from '../credentials.ts'

/**
 * The fields that are requested for a comment.
 * @see https://developers.facebook.com/docs/graph-api/reference/comment (read 2026-11-20)
 */
export const commentFields = [
  'id',
  'message',
  'created_time',
  'from{id,name,picture{url}}',
  'like_count',
  'is_hidden',
  'parent{id}',
].join(',')

interface Author {
  id: string | null
  name: string | null
  imageUrl: string | null
}

/**
 * Returns the author of a comment. Facebook reports name and id of some commenters only. The id takes the place of a
 * missing name; the names are empty if both are missing, and `profileUrl` is empty without an id.
 */
export function authorOf({ id, name: reported, imageUrl }: Author): CommentAuthor {
  const name = reported ?? id ?? ''
  return {
    authorName: name,
    authorFullName: name,
    authorHandle: name,
    avatarUrl: imageUrl,
    profileUrl: id === null ? '' : `https://www.facebook.com/${id}`,
  }
}

/**
 * Converts a comment of the Graph API. `parentId` is null for a top-level comment.
 * @throws ProviderError `provider_error` with the outcome `indeterminate` if the id or the time is missing: without the
 *   comment, the list would look as if it had been deleted
 */
export function toComment(
  call: FacebookCall,
  fields: Fields,
  { postId, parentId }: { postId: string; parentId: string | null },
): Comment {
  const from = objectOf(fields['from'])
  const authorId = idOf(from['id'])
  const imageUrl = textOf(objectOf(objectOf(from['picture'])['data'])['url'])
  return {
    id: requiredId(fields),
    mediaId: postId,
    parentId,
    ...authorOf({ id: authorId, name: textOf(from['name']), imageUrl }),
    body: textOf(fields['message']) ?? '',
    likeCount: countOf(fields['like_count']) ?? 0,
    isCreator: authorId === requirePage(call).pageId,
    isHidden: fields['is_hidden'] === true,
    createdAt: requiredTime(fields, 'created_time'),
  }
}
