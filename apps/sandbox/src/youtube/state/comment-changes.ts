import { createHash, randomBytes } from 'node:crypto'
import type { Author, Comment, ModerationStatus } from './comment.ts'
import type { State } from './state.ts'

/**
 * Returns the author with a handle: the channel of that user, or a viewer with a generated channel id if there is no
 * such user.
 * @throws RangeError if the user has no channel
 */
export function authorNamed({ people }: State, handle: string): Author {
  const person = people.find((one) => one.handle === handle)
  if (person?.channelId === null) throw new RangeError(`as: ${handle} has no channel`)
  if (person !== undefined) return { accountId: person.channelId, authorId: person.channelId, authorHandle: handle }
  const digest = createHash('sha256').update(handle).digest('base64url')
  return { accountId: null, authorId: `UC${digest.slice(0, 22)}`, authorHandle: handle }
}

function letters(count: number): string {
  return randomBytes(count).toString('base64url').slice(0, count)
}

/**
 * Stores and returns a comment: a reply to the top-level comment `parentId`, or a top-level comment if it is null. It
 * is published, or rejected at once if its author is banned from the channel. The ids are not checked.
 */
export function addComment(
  state: State,
  said: Pick<Comment, 'postId' | 'parentId' | 'text' | 'createdAt'> & { author: Author; id?: string; likes?: number },
): Comment {
  const { author, likes = 0, id = said.parentId === null ? `Ug${letters(18)}AaABAg` : undefined, ...words } = said
  const channelId = state.videos.find((video) => video.id === words.postId)?.channelId ?? ''
  const comment = state.comments.add({
    ...words,
    ...author,
    id: id ?? `${words.parentId}.${letters(22)}`,
    likes,
    hidden: false,
    liked: false,
    deleted: false,
    moderationStatus: 'published',
    updatedAt: words.createdAt,
  })
  if (state.banned.get(channelId)?.has(author.authorId)) setStatus(state, comment, 'rejected')
  return comment
}

/** Sets the moderation status of a comment. A rejected comment is removed, with its replies, and cannot be restored. */
export function setStatus(state: State, comment: Comment, status: ModerationStatus): void {
  comment.moderationStatus = status
  comment.hidden = status === 'heldForReview' || status === 'likelySpam'
  if (status === 'rejected') state.comments.remove(comment)
}

/** Returns the replies of a thread with a moderation status, oldest first. */
export function repliesWith({ comments }: State, thread: Comment, status: ModerationStatus): Comment[] {
  return comments.replies(thread.id).filter(({ moderationStatus }) => moderationStatus === status)
}

/**
 * Returns the number of published comments of a video, replies included. Replies to a comment that is not published do
 * not count.
 */
export function publishedCount(state: State, videoId: string): number {
  const threads = state.comments.threads(videoId).filter(({ moderationStatus }) => moderationStatus === 'published')
  return threads.reduce((sum, thread) => sum + 1 + repliesWith(state, thread, 'published').length, 0)
}
