import { reject } from '../errors/google-error.ts'
import type { Call, Setting } from './call.ts'

/**
 * Handles `videos.delete`: deletes a video of the user's channel, with its comments. Returns null, for an empty
 * response.
 * @throws GoogleError `videoNotFound`, or `forbidden` for a video of another channel
 * @see https://developers.google.com/youtube/v3/docs/videos/delete (read 2026-11-20)
 */
export function deleteVideo({ person, query }: Call, { state }: Setting): null {
  const video = state.videos.find(({ id }) => id === query.text('id'))
  if (video === undefined) throw reject('videoNotFound')
  if (video.channelId !== person.channelId) throw reject('forbidden')
  state.videos = state.videos.filter((one) => one !== video)
  state.comments.removePost(video.id)
  return null
}
