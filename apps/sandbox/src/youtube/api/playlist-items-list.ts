import { reject } from '../errors/google-error.ts'
import { tagged } from '../etag.ts'
import {
  type Person,
  privacyAt,
  publishedAt,
  type State,
  uploadsPlaylist,
  uploadsSeenBy,
  type Video,
} from '../state/state.ts'
import { thumbnails } from '../video-resource.ts'
import type { Call, Setting } from './call.ts'
import { slice } from './paging.ts'
import type { Query } from './query.ts'

interface Item {
  video: Video
  owner: Person
  position: number
}

/**
 * Handles `playlistItems.list`: returns the items of a channel's uploads playlist, the only kind of playlist in the
 * sandbox. The playlist does not exist before the channel's first upload.
 * @throws GoogleError `playlistNotFound`, `playlistItemNotFound` or `invalidPageToken`, or for missing or incompatible
 *   parameters
 * @see https://developers.google.com/youtube/v3/docs/playlistItems/list (read 2026-11-20)
 */
export function listPlaylistItems({ person, query, now }: Call, { state }: Setting): Record<string, unknown> {
  const viewer = person.channelId
  const found = query.has('id') ? byId(query, { state, viewer, now }) : ofPlaylist(query, { state, viewer, now })
  const { items, frame } = slice(found, { query, list: query.text('playlistId') ?? 'items' })
  return tagged({
    kind: 'youtube#playlistItemListResponse',
    ...frame,
    items: items.map((item) => itemResource(item, { parts: query.parts, now })),
  })
}

interface View {
  state: State
  viewer: string | null
  now: number
}

function ofPlaylist(query: Query, view: View): Item[] {
  const playlistId = query.text('playlistId') ?? ''
  if (playlistId === '')
    throw reject('missingRequiredParameter', { message: 'No filter selected. Expected one of: id, playlistId' })
  const owner = view.state.people.find(
    ({ channelId }) => channelId !== null && uploadsPlaylist(channelId) === playlistId,
  )
  const has = owner !== undefined && view.state.videos.some(({ channelId }) => channelId === owner.channelId)
  if (!has) throw reject('playlistNotFound')
  const items = itemsOf(owner, view)
  const videoId = query.text('videoId')
  return videoId === undefined ? items : items.filter(({ video }) => video.id === videoId)
}

function byId(query: Query, view: View): Item[] {
  if (query.has('playlistId') || query.has('videoId'))
    throw reject('incompatibleParameters', {
      message: 'Incompatible parameters specified in the request: id, playlistId',
    })
  const all = view.state.people.flatMap((owner) => itemsOf(owner, view))
  return query.list('id').map((id) => {
    const item = all.find((one) => itemId(one) === id)
    if (item === undefined) throw reject('playlistItemNotFound')
    return item
  })
}

function itemsOf(owner: Person, { state, viewer, now }: View): Item[] {
  if (owner.channelId === null) return []
  const videoFiles = uploadsSeenBy(state, { channelId: owner.channelId, viewer, now })
  return videoFiles.map((video, position) => ({ video, owner, position }))
}

function itemId({ video }: Item): string {
  return Buffer.from(`${uploadsPlaylist(video.channelId)}.${video.id}`).toString('base64url')
}

function itemResource(
  item: Item,
  { parts, now }: { parts: ReadonlySet<string>; now: number },
): Record<string, unknown> {
  const { video, owner, position } = item
  const iso = (time: number) => new Date(time).toISOString()
  const privacy = privacyAt(video, now)
  const all: Record<string, unknown> = {
    snippet: {
      publishedAt: iso(video.uploadedAt),
      channelId: video.channelId,
      title: video.title,
      description: video.description,
      thumbnails: thumbnails(video.id),
      channelTitle: owner.title,
      playlistId: uploadsPlaylist(video.channelId),
      position,
      resourceId: { kind: 'youtube#video', videoId: video.id },
      videoOwnerChannelTitle: owner.title,
      videoOwnerChannelId: video.channelId,
    },
    contentDetails: {
      videoId: video.id,
      ...(privacy === 'private' ? {} : { videoPublishedAt: iso(publishedAt(video, now)) }),
    },
    status: { privacyStatus: privacy },
  }
  const told = Object.entries(all).filter(([part]) => parts.has(part))
  return tagged({ kind: 'youtube#playlistItem', id: itemId(item), ...Object.fromEntries(told) })
}
