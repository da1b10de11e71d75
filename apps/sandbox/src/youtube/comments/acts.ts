import { randomBytes } from 'node:crypto'
import { allowFields, commentActs, commentOf, optionalText } from '../../comments/actions.ts'
import { seedVideo } from '../seed.ts'
import { addComment, authorNamed, setStatus } from '../state/comment-changes.ts'
import { privacyAt, type State } from '../state/state.ts'

type Body = Record<string, unknown>

/** Returns the handle of a user who has a channel and does not own the video; `some.viewer` if none exists. */
function somebodyElse({ people, videos }: State, videoId: string): string {
  const ownerId = videos.find(({ id }) => id === videoId)?.channelId
  const other = people.find(({ channelId }) => channelId !== null && channelId !== ownerId)
  return other?.handle ?? 'some.viewer'
}

/** Handles `POST /person/post`: a user uploads a public video in YouTube's own studio. Returns the id of the video. */
function upload(state: State, now: number, body: Body): { id: string } {
  allowFields(body, ['as', 'text'])
  const as = optionalText(body, 'as')
  const able = state.people.filter(({ channelId }) => channelId !== null)
  const person = as === undefined ? able[0] : able.find(({ handle }) => handle === as)
  if (person === undefined) throw new RangeError(`as: ${able.map(({ handle }) => handle).join(', ')}`)
  const id = randomBytes(9).toString('base64url').slice(0, 11)
  const title = optionalText(body, 'text') ?? 'Uploaded in the studio'
  const video = { id, title, daysAgo: 0, seconds: 30, views: 0, likes: 0, commentsOff: person.commentsOff }
  state.videos.push({ ...seedVideo(video, { channelId: person.channelId ?? '', now }), readyAt: now })
  return { id }
}

/**
 * Returns the actions of viewers and channel owners in YouTube's own app, keyed by the name in `POST /person/{name}`:
 * those on comments, marking as spam, and uploading a video. They throw a `RangeError` that names an invalid field.
 * `now` returns ms since the epoch.
 */
export function youtubeCommentActs(state: State, now: () => number): Record<string, (body: Body) => unknown> {
  const { comments } = state
  return {
    ...commentActs({
      comments,
      now,
      checkPost(id) {
        const video = state.videos.find((one) => one.id === id)
        if (video === undefined || privacyAt(video, now()) === 'private')
          throw new RangeError('on: no such video, or a private one')
        if (video.commentsOff) throw new RangeError('on: comments are turned off for this video')
      },
      write: ({ as, ...words }) =>
        addComment(state, { ...words, author: authorNamed(state, as ?? somebodyElse(state, words.postId)) }),
      edit(comment, text) {
        comment.text = text
        comment.updatedAt = now()
      },
      hide: (comment, hidden) => setStatus(state, comment, hidden ? 'heldForReview' : 'published'),
    }),
    'comment-spam'(body) {
      allowFields(body, ['id'])
      const comment = commentOf(comments, body)
      setStatus(state, comment, 'likelySpam')
      return { id: comment.id, moderationStatus: comment.moderationStatus }
    },
    post: (body) => upload(state, now(), body),
  }
}
