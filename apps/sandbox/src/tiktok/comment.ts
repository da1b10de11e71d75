import type { Person } from './people.ts'
import { Refusal } from './refusal.ts'
import { isListed, type Post, type Store } from './store.ts'

export interface Comment {
  id: string
  postId: string
  /** The top-level comment that a reply answers. */
  parentId: string | null
  text: string
  /** Whether the account that owns the post wrote it. */
  owner: boolean
  authorId: string
  author: string
  authorName: string
  likes: number
  likedByOwner: boolean
  hidden: boolean
  /** Milliseconds since the epoch. */
  createdAt: number
}

/** The account's own post, provided that everybody sees it. */
export function ownPost(store: Store, person: Person, asked: { videoId: string; now: number }): Post {
  const post = store.posts.find(({ id }) => id === asked.videoId)
  if (!post || !isListed(post, asked.now)) throw new Refusal('notFound', 'video_id: The video does not exist.')
  if (post.accountId !== person.openId) throw new Refusal('noPermission', 'No permission to operate this video.')
  return post
}

/** A comment below one of the account's own posts. */
export function ownComment(store: Store, person: Person, asked: { commentId: string; videoId?: string }): Comment {
  const comment = store.comments.find(({ id }) => id === asked.commentId)
  const post = store.posts.find(({ id }) => id === comment?.postId)
  const elsewhere = asked.videoId !== undefined && asked.videoId !== post?.id
  if (!comment || !post || elsewhere) throw new Refusal('notFound', 'comment_id: The comment does not exist.')
  if (post.accountId !== person.openId) throw new Refusal('noPermission', 'No permission to operate this comment.')
  return comment
}

export function repliesOf(store: Store, comment: Comment): Comment[] {
  return store.comments.filter(({ parentId }) => parentId === comment.id)
}

/** A comment as the lists tell it; a reply has `parent_comment_id`, a top-level comment has `replies`. */
export function describeComment(store: Store, comment: Comment): object {
  const { id, postId, parentId, authorId, createdAt, text, likes, owner, likedByOwner, hidden, author, authorName } =
    comment
  const place = parentId === null ? { replies: repliesOf(store, comment).length } : { parent_comment_id: parentId }
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
    liked: likedByOwner,
    pinned: false,
    status: hidden ? 'HIDDEN' : 'PUBLIC',
    username: author,
    display_name: authorName,
    profile_image: `https://p16.tiktokcdn.example/${author}.webp`,
  }
}
