import { allowFields } from '../comments/actions.ts'
import { newestFirst } from '../newest-first.ts'
import { privacyAt, type State, type Video } from './state/state.ts'
import { videoCount } from './statistics/counts.ts'

interface Deed {
  state: State
  now(): number
}

type Body = Record<string, unknown>

/**
 * Handles `POST /person/upload-limit`: sets the maximum number of uploads of a channel in any 24 hours (`videos`); null
 * for no limit. `as` is the handle of the user, by default the first.
 * @throws RangeError if the user is unknown or has no channel, or if `videos` is invalid
 */
export function setUploadLimit(body: Body, { state }: Pick<Deed, 'state'>): { handle: string; videos: number | null } {
  allowFields(body, ['as', 'videos'])
  const { as = state.people[0]?.handle, videos } = body
  const person = state.people.find(({ handle }) => handle === as)
  if (person?.channelId == null) throw new RangeError('as: somebody with a channel')
  if (videos !== null && !(Number.isSafeInteger(videos) && Number(videos) >= 0)) {
    throw new RangeError('videos: a whole number, or null')
  }
  if (videos === null) state.uploadLimits.delete(person.channelId)
  else state.uploadLimits.set(person.channelId, Number(videos))
  return { handle: person.handle, videos: videos === null ? null : Number(videos) }
}

/**
 * Returns the actions of viewers other than commenting, keyed by the name in `POST /person/{name}`. `like` likes the
 * comment `commentId` or else the video `postId`, by default the newest public video; `as` has no effect. It throws a
 * `RangeError` for an unknown comment or video, a private video, or both ids.
 */
export function viewersOf(deed: Deed): Record<'like', (body: Body) => unknown> {
  return { like: (body) => like(body, deed) }
}

function like(
  body: Body,
  { state, now }: Deed,
): { postId: string; likes: number } | { commentId: string; likes: number } {
  allowFields(body, ['postId', 'commentId', 'as'])
  const { postId, commentId } = body
  if (commentId !== undefined && postId !== undefined) throw new RangeError('postId or commentId, not both')
  const liked = state.comments.get(String(commentId))
  if (liked !== undefined) {
    liked.likes += 1
    return { commentId: liked.id, likes: liked.likes }
  }
  if (commentId !== undefined) throw new RangeError('commentId: no such comment')
  const video = videoOf(body, { state, now })
  video.likes += 1
  state.figures.record({ subject: video.id, name: 'likes' }, now())
  return { postId: video.id, likes: videoCount(video, 'likes', { state, at: now() }) }
}

function videoOf(body: Body, { state, now }: Pick<Deed, 'state' | 'now'>): Video {
  const shown = state.videos.filter((video) => privacyAt(video, now()) !== 'private')
  const { postId } = body
  const video =
    postId === undefined
      ? newestFirst(
          shown.filter((one) => privacyAt(one, now()) === 'public'),
          ({ uploadedAt }) => uploadedAt,
        )[0]
      : shown.find(({ id }) => id === postId)
  if (video === undefined) throw new RangeError('postId: no such video, or a private one')
  return video
}
