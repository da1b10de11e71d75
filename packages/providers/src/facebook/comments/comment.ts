import type { Comment } from '@carillon/domain'
import { countOf, type Fields, idOf, objectOf, textOf, timeOf } from '../../json.ts'
import { type FacebookCall, requirePage } from '../credentials.ts'

/** What is read of a comment. @see https://developers.facebook.com/docs/graph-api/reference/comment (read 2026-11-20) */
export const commentFields = [
  'id',
  'message',
  'created_time',
  'from{id,name,picture{url}}',
  'like_count',
  'is_hidden',
  'parent{id}',
].join(',')

/** Facebook tells a name and an id of those who comment, and neither of some. */
export function toComment(
  call: FacebookCall,
  fields: Fields,
  { postId, parentId }: { postId: string; parentId: string | null },
): Comment[] {
  const [id, createdAt] = [idOf(fields['id']), timeOf(fields['created_time'])]
  if (id === null || createdAt === null) return []
  const from = objectOf(fields['from'])
  const authorId = idOf(from['id'])
  const name = textOf(from['name']) ?? authorId ?? ''
  return [
    {
      id,
      mediaId: postId,
      parentId,
      authorName: name,
      authorFullName: name,
      authorHandle: name,
      avatarUrl: textOf(objectOf(objectOf(from['picture'])['data'])['url']),
      profileUrl: authorId === null ? '' : `https://www.facebook.com/${authorId}`,
      body: textOf(fields['message']) ?? '',
      likeCount: countOf(fields['like_count']) ?? 0,
      isCreator: authorId === requirePage(call).pageId,
      isHidden: fields['is_hidden'] === true,
      createdAt,
    },
  ]
}
