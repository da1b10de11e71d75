import type { Call, Setting } from '../api/call.ts'
import { reject } from '../errors/google-error.ts'
import type { Comment, ModerationStatus } from '../state/comment.ts'
import { setStatus } from '../state/comment-changes.ts'
import type { State } from '../state/state.ts'

/** The moderation statuses that an owner can set. Only YouTube sets "likely spam". */
const settable: Record<string, ModerationStatus> = {
  published: 'published',
  heldForReview: 'heldForReview',
  rejected: 'rejected',
}

function ownerOf({ videos }: State, comment: Comment): string | undefined {
  return videos.find(({ id }) => id === comment.postId)?.channelId
}

function ban(state: State, channelId: string, authorId: string): void {
  const banned = state.banned.get(channelId) ?? new Set<string>()
  state.banned.set(channelId, banned.add(authorId))
}

/**
 * Handles `comments.setModerationStatus`: changes all of the given comments, or none if one cannot be changed.
 * `banAuthor` also bans the authors of rejected comments from the channel. A rejected comment is removed and cannot be
 * published again. A channel's own comments cannot be moderated here; YouTube does not document this. Returns null, for
 * an empty response.
 * @throws GoogleError if the status is invalid, if `banAuthor` is true and the status is not `rejected`, or if a
 *   comment cannot be changed
 * @see https://developers.google.com/youtube/v3/docs/comments/setModerationStatus (read 2026-11-20)
 */
export function setModerationStatus({ person, query }: Call, { state }: Setting): null {
  const status = settable[query.text('moderationStatus') ?? '']
  if (status === undefined) throw reject('invalidValue', { location: 'parameters.moderationStatus' })
  const banned = query.flag('banAuthor') ?? false
  if (banned && status !== 'rejected') throw reject('banWithoutReject')
  const comments = query.list('id').map((id) => {
    const comment = state.comments.get(id)
    if (comment === undefined) throw reject('commentNotFound')
    return comment
  })
  for (const comment of comments) {
    if (ownerOf(state, comment) !== person.channelId) throw reject('forbidden')
    if (comment.authorId === person.channelId) throw reject('operationNotSupported')
  }
  for (const comment of comments) {
    setStatus(state, comment, status)
    if (banned && person.channelId !== null) ban(state, person.channelId, comment.authorId)
  }
  return null
}

/**
 * Handles `comments.delete`: deletes a comment and its replies. Only its author can do that. Returns null, for an empty
 * response.
 * @throws GoogleError `commentNotFound`, or `forbidden` for any other user
 * @see https://developers.google.com/youtube/v3/docs/comments/delete (read 2026-11-20)
 */
export function deleteComment({ person, query }: Call, { state }: Setting): null {
  const comment = state.comments.get(query.text('id') ?? '')
  if (comment === undefined) throw reject('commentNotFound')
  if (person.channelId === null || comment.authorId !== person.channelId) throw reject('forbidden')
  state.comments.remove(comment)
  return null
}
