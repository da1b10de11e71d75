import { reject } from '../errors/google-error.ts'
import { tagged } from '../etag.ts'
import { type Person, privacyAt, type State, uploadsPlaylist } from '../state/state.ts'
import { subscribersOf, videoCount } from '../statistics/counts.ts'
import { statisticsOf } from '../statistics/statistics.ts'
import type { Call, Setting } from './call.ts'
import { slice } from './paging.ts'
import type { Query } from './query.ts'

const filters = ['mine', 'id', 'forHandle', 'forUsername', 'categoryId', 'managedByMe', 'mySubscribers'] as const
type Filter = (typeof filters)[number]
type Channel = Person & { channelId: string }

/**
 * Handles `channels.list`: returns the channels that the filter selects. Without a match, the response is 200 without
 * `items`.
 * @throws GoogleError for another number of filters than one, the filter `managedByMe` or an invalid `pageToken`
 * @see https://developers.google.com/youtube/v3/docs/channels/list (read 2026-11-20)
 */
export function listChannels({ person, query, now }: Call, { state }: Setting): Record<string, unknown> {
  const found = pick(filterOf(query), { person, query, people: state.people })
  const { items, frame } = slice(found, { query, list: 'channels' })
  const resources = items.map((channel) => channelResource(channel, { parts: query.parts, state, now }))
  return tagged({
    kind: 'youtube#channelListResponse',
    ...frame,
    ...(resources.length === 0 ? {} : { items: resources }),
  })
}

function filterOf(query: Query): Filter {
  const named = filters.filter((name) => query.has(name) && query.text(name) !== 'false')
  const [filter, second] = named
  if (filter === undefined)
    throw reject('missingRequiredParameter', { message: `No filter selected. Expected one of: ${filters.join(', ')}` })
  if (second !== undefined)
    throw reject('incompatibleParameters', {
      message: `Incompatible parameters specified in the request: ${named.join(', ')}`,
    })
  return filter
}

function pick(
  filter: Filter,
  { person, query, people }: { person: Person; query: Query; people: Person[] },
): Channel[] {
  const channels = people.filter((one): one is Channel => one.channelId !== null)
  const handle = (query.text('forHandle') ?? '').replace(/^@/, '').toLowerCase()
  const picked: Record<Filter, () => Channel[]> = {
    mine: () => channels.filter((channel) => channel.handle === person.handle),
    id: () => channels.filter((channel) => query.list('id').includes(channel.channelId)),
    forHandle: () => channels.filter((channel) => channel.handle.toLowerCase() === handle),
    // Usernames are older than handles; nobody here has one.
    forUsername: () => [],
    categoryId: () => [],
    mySubscribers: () => [],
    managedByMe: () => {
      throw reject('channelForbidden')
    },
  }
  return picked[filter]()
}

function channelResource(
  channel: Channel,
  { parts, state, now }: { parts: ReadonlySet<string>; state: State; now: number },
): Record<string, unknown> {
  const videoFiles = state.videos.filter((video) => video.channelId === channel.channelId)
  const shown = videoFiles.filter((video) => privacyAt(video, now) === 'public')
  const all: Record<string, () => unknown> = {
    snippet: () => snippet(channel),
    contentDetails: () => ({ relatedPlaylists: { likes: 'LL', uploads: uploadsPlaylist(channel.channelId) } }),
    statistics: () => {
      const views = videoFiles.reduce((sum, video) => sum + videoCount(video, 'views', { state, at: now }), 0)
      const subscribers = { subscriberCount: String(subscribersOf(channel, state, now)) }
      const computed = {
        viewCount: String(views),
        ...(channel.subscribersHidden ? {} : subscribers),
        hiddenSubscriberCount: channel.subscribersHidden,
        videoCount: String(shown.length),
      }
      return statisticsOf(computed, { figures: state.figures, subject: channel.channelId })
    },
    status: () => ({
      privacyStatus: 'public',
      isLinked: true,
      longUploadsStatus: 'allowed',
      madeForKids: false,
    }),
    brandingSettings: () => ({ channel: { title: channel.title, description: channel.description } }),
  }
  const told = Object.entries(all).filter(([part]) => parts.has(part))
  return tagged({
    kind: 'youtube#channel',
    id: channel.channelId,
    ...Object.fromEntries(told.map(([part, tell]) => [part, tell()])),
  })
}

function snippet(channel: Channel): Record<string, unknown> {
  const image = (size: number) => ({
    url: `https://yt3.ggpht.com/${channel.channelId}=s${size}-c-k-c0x00ffffff-no-rj`,
    width: size,
    height: size,
  })
  return {
    title: channel.title,
    description: channel.description,
    customUrl: `@${channel.handle}`,
    publishedAt: new Date(channel.joinedAt).toISOString(),
    thumbnails: { default: image(88), medium: image(240), high: image(800) },
    localized: { title: channel.title, description: channel.description },
    country: channel.country,
  }
}
