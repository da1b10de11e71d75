import type { HeldComment } from '../../comments/shelf.ts'
import type { Person } from '../people.ts'
import { Refusal } from '../refusal.ts'
import { isListed, type Post, type Store } from '../store.ts'

export interface Comment extends HeldComment {
  /** Whether the account that owns the post wrote it. */
  owner: boolean
  authorName: string
}

/** Somebody as a comment names them. */
export type Author = Pick<Comment, 'accountId' | 'authorId' | 'authorHandle' | 'authorName'>

/** Somebody by handle: an account, or else a visitor. */
export function authorNamed({ people }: Store, handle: string): Author {
  const person = people.find((one) => one.handle === handle)
  return person === undefined
    ? { accountId: null, authorId: `visitor-${handle}`, authorHandle: handle, authorName: handle }
    : { accountId: person.openId, authorId: person.openId, authorHandle: handle, authorName: person.displayName }
}

/** Adds a comment, or with `parentId` a reply to a top-level comment. */
export function addComment(
  store: Store,
  said: Pick<Comment, 'postId' | 'parentId' | 'text' | 'createdAt'> & {
    author: Author
    likes?: number
    hidden?: boolean
  },
): Comment {
  const { author, likes = 0, hidden = false, ...words } = said
  const owner = store.posts.find(({ id }) => id === words.postId)?.accountId === author.authorId
  const held = { likes, hidden, liked: false, deleted: false }
  return store.comments.add({ id: store.nextId(), ...words, ...author, owner, ...held })
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
  const comment = store.comments.get(asked.commentId)
  const post = store.posts.find(({ id }) => id === comment?.postId)
  const elsewhere = asked.videoId !== undefined && asked.videoId !== post?.id
  if (!comment || !post || elsewhere) throw new Refusal('notFound', 'comment_id: The comment does not exist.')
  if (post.accountId !== person.openId) throw new Refusal('noPermission', 'No permission to operate this comment.')
  return comment
}

/** A comment as the lists tell it; a reply has `parent_comment_id`, a top-level comment has `replies`. */
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
