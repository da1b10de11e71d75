import type { Person } from '../people.ts'
import { isListed, type Post } from '../post.ts'
import { Rejection } from '../rejection.ts'
import type { Author, Comment } from '../store/comment.ts'
import type { Store } from '../store/store.ts'

/** Returns the author with a handle: the account with that handle, or a visitor if there is no such account. */
export function authorNamed({ people }: Store, handle: string): Author {
  const person = people.find((one) => one.handle === handle)
  return person === undefined
    ? { accountId: null, authorId: `visitor-${handle}`, authorHandle: handle, authorName: handle }
    : { accountId: person.openId, authorId: person.openId, authorHandle: handle, authorName: person.displayName }
}

/**
 * Stores and returns a comment: a reply to the top-level comment `parentId`, or a top-level comment if `parentId` is
 * null. By default, the comment has 0 likes and is not hidden. `postId` and `parentId` are not checked.
 */
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

/**
 * Returns a post of the account that is public at `now` (ms since the epoch).
 * @throws Rejection `notFound` if there is no such public post, `noPermission` if it belongs to another account
 */
export function ownPost(store: Store, person: Person, asked: { videoId: string; now: number }): Post {
  const post = store.posts.find(({ id }) => id === asked.videoId)
  if (!post || !isListed(post, asked.now)) throw new Rejection('notFound', 'video_id: The video does not exist.')
  if (post.accountId !== person.openId) throw new Rejection('noPermission', 'No permission to operate this video.')
  return post
}
