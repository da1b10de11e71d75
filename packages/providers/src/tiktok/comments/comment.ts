import type { Comment } from '@carillon/domain'
import { countOf, type Fields, idOf, listOf, textOf, timeOfSeconds } from '../../json.ts'
import { lacking, requiredId } from '../../required-fields.ts'

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
 * Converts a comment of TikTok. `parentId` is the id of the top-level comment; if it is null, TikTok's
 * `parent_comment_id` is used, which only replies have. Counts that are missing are 0.
 * @throws ProviderError `provider_error` with the outcome `indeterminate` if the id or the time is missing: a comment
 *   that is left out would count as deleted
 */
export function toComment(fields: Fields, { postId, parentId }: Place): Comment {
  const createdAt = timeOfSeconds(fields['create_time'])
  if (createdAt === null) throw lacking('create_time')
  const isOwn = fields['owner'] === true
  return {
    id: requiredId(fields, 'comment_id'),
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
  }
}

/**
 * Converts a top-level comment of TikTok and the replies that came with it. Returns one list: the comment, then its
 * replies.
 * @throws ProviderError the error of `toComment`
 */
export function toThread(fields: Fields, postId: string): Comment[] {
  const comment = toComment(fields, { postId, parentId: null })
  return [comment, ...listOf(fields['reply_list']).map((reply) => toComment(reply, { postId, parentId: comment.id }))]
}

/**
 * Returns the comments with each id listed once, in their order: TikTok repeats comments far down a list. Of comments
 * with the same id, the last is returned at the place of the first.
 */
export function distinct(comments: readonly Comment[]): Comment[] {
  return [...new Map(comments.map((comment) => [comment.id, comment])).values()]
}
