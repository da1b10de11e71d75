import type { Comment } from '@carillon/domain'
import { countOf, type Fields, idOf, listOf, textOf, timeOfSeconds } from '../../json.ts'

interface Place {
  postId: string
  parentId: string | null
}

/**
 * Returns the author of a comment. The handle is the first that TikTok reports of `username`, `display_name` and
 * `unique_identifier`; empty without any. The name is `display_name`, or else the handle. The URL of the profile is
 * empty without `username`.
 */
function authorOf(fields: Fields): Pick<Comment, 'authorName' | 'authorFullName' | 'authorHandle' | 'profileUrl'> {
  const username = textOf(fields['username'])
  const name = textOf(fields['display_name'])
  const handle = username ?? name ?? textOf(fields['unique_identifier']) ?? ''
  return {
    authorName: handle,
    authorFullName: name ?? handle,
    authorHandle: handle,
    profileUrl: username === null ? '' : `https://www.tiktok.com/@${encodeURIComponent(username)}`,
  }
}

/**
 * Converts a comment of TikTok. Returns a list with one item, or an empty list if the id or the time is missing.
 * `parentId` is the id of the top-level comment; if it is null, TikTok's `parent_comment_id` is used.
 */
export function toComment(fields: Fields, { postId, parentId }: Place): Comment[] {
  const [id, createdAt] = [idOf(fields['comment_id']), timeOfSeconds(fields['create_time'])]
  if (id === null || createdAt === null) return []
  const isOwn = fields['owner'] === true
  return [
    {
      id,
      mediaId: postId,
      parentId: parentId ?? idOf(fields['parent_comment_id']),
      ...authorOf(fields),
      avatarUrl: textOf(fields['profile_image']),
      body: textOf(fields['text']) ?? '',
      likeCount: countOf(fields['likes']) ?? 0,
      isCreator: isOwn,
      isHidden: fields['status'] === 'HIDDEN',
      createdAt,
      liked: fields['liked'] === true,
      deletable: isOwn,
      replyCount: countOf(fields['replies']) ?? 0,
    },
  ]
}

/**
 * Converts a top-level comment of TikTok and the replies that came with it. Returns one list: the comment, then its
 * replies. Those without an id or a time are left out.
 */
export function toThread(fields: Fields, postId: string): Comment[] {
  const parentId = idOf(fields['comment_id'])
  const replies = listOf(fields['reply_list']).flatMap((reply) => toComment(reply, { postId, parentId }))
  return [...toComment(fields, { postId, parentId: null }), ...replies]
}

/**
 * Returns the comments with each id listed once, in their order: TikTok repeats comments far down a list. Of comments
 * with the same id, the last is returned at the place of the first.
 */
export function distinct(comments: readonly Comment[]): Comment[] {
  return [...new Map(comments.map((comment) => [comment.id, comment])).values()]
}
