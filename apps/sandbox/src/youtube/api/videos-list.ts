import { reject } from '../errors/google-error.ts'
import { tagged } from '../etag.ts'
import { privacyAt, type Video } from '../state/state.ts'
import { videoResource } from '../video-resource.ts'
import type { Call, Setting } from './call.ts'
import { slice } from './paging.ts'

const filters = ['chart', 'id', 'myRating'] as const
const idLimit = 50
const ownersParts = ['fileDetails', 'processingDetails', 'suggestions']

/**
 * Handles `videos.list`: returns videos. Ids that do not exist, or that the viewer may not see, are missing from
 * `items`.
 * @throws GoogleError for another number of filters than one, more than 50 ids, the filter `chart`, or a part that only
 *   the owner of the video may read
 * @see https://developers.google.com/youtube/v3/docs/videos/list (read 2026-11-20)
 */
export function listVideos({ person, query, now }: Call, { state }: Setting): Record<string, unknown> {
  const named = filters.filter((name) => query.has(name))
  if (named.length === 0)
    throw reject('missingRequiredParameter', { message: `No filter selected. Expected one of: ${filters.join(', ')}` })
  if (named.length > 1)
    throw reject('incompatibleParameters', {
      message: `Incompatible parameters specified in the request: ${named.join(', ')}`,
    })
  if (query.has('chart')) throw reject('videoChartNotFound')
  const ids = [...new Set(query.list('id'))]
  if (ids.length > idLimit) throw reject('invalidFilters', { location: 'parameters.id' })
  // Ratings are nobody's here, so that `myRating` finds nothing.
  const found = ids
    .map((id) => state.videos.find((video) => video.id === id))
    .filter((video): video is Video => video !== undefined)
    .filter((video) => video.channelId === person.channelId || privacyAt(video, now) !== 'private')
  const foreign = found.some((video) => video.channelId !== person.channelId)
  if (foreign && ownersParts.some((part) => query.parts.has(part))) throw reject('forbidden')
  const { items, frame } = query.has('id')
    ? { items: found, frame: { pageInfo: { totalResults: found.length, resultsPerPage: found.length } } }
    : slice(found, { query, list: 'videos' })
  return tagged({
    kind: 'youtube#videoListResponse',
    items: items.map((video) =>
      videoResource(video, { parts: query.parts, state, now, byOwner: video.channelId === person.channelId }),
    ),
    ...frame,
  })
}
