import type { Person } from '../people.ts'
import { Rejection } from '../rejection.ts'
import type { Comment } from '../store/comment.ts'
import type { Store } from '../store/store.ts'

/**
 * Returns a comment on one of the account's own posts.
 * @throws Rejection `notFound` if the comment does not exist or is on another post than `videoId`; `noPermission` if
 *   the post belongs to another account
 */
export function ownComment(store: Store, person: Person, asked: { commentId: string; videoId?: string }): Comment {
  const comment = store.comments.get(asked.commentId)
  const post = store.posts.find(({ id }) => id === comment?.postId)
  const elsewhere = asked.videoId !== undefined && asked.videoId !== post?.id
  if (!comment || !post || elsewhere) throw new Rejection('notFound', 'comment_id: The comment does not exist.')
  if (post.accountId !== person.openId) throw new Rejection('noPermission', 'No permission to operate this comment.')
  return comment
}

/**
 * Returns a comment in the format of the API's lists. A reply has `parent_comment_id`; a top-level comment has
 * `replies`, the number of its replies.
 */
export function describeComment(store: Store, comment: Comment): object {
  const { id, postId, parentId, authorId, createdAt, text, likes, owner, liked, hidden, authorHandle } = comment
  const place = parentId === null ? { replies: store.comments.replies(id).length } : { parent_comment_id: parentId }
  return {
    comment_id: id,
    video_id: postId,
    ...place,
    unique_identifier: authorId,
    user_id: authorId,
    create_time: String(Math.floor(createdAt / 1000)),
    text,
    likes,
    owner,
    liked,
    pinned: false,
    status: hidden ? 'HIDDEN' : 'PUBLIC',
    username: authorHandle,
    display_name: comment.authorName,
    profile_image: `https://p16.tiktokcdn.example/${authorHandle}.webp`,
  }
}
