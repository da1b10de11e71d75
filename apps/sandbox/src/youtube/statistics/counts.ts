import { addDays, pacificCalendar } from '../../figures/calendar.ts'
import { countAt } from '../../figures/growth.ts'
import { pick } from '../../figures/shares.ts'
import { keysOf } from '../../json.ts'
import { type Person, privacyAt, type State, type Video } from '../state/state.ts'

interface Count {
  /** The count that a seeded video has when the sandbox starts. For later videos it is not used. */
  seeded(video: Video): number
  perDay(video: Video): number
}

const counts = {
  views: { seeded: ({ views }) => views, perDay: ({ id }) => 40 + pick(`${id} views`, 160) },
  likes: { seeded: ({ likes }) => likes, perDay: ({ id }) => 3 + pick(`${id} likes`, 9) },
  shares: { seeded: ({ views }) => Math.floor(views / 60), perDay: ({ id }) => pick(`${id} shares`, 4) },
  subscribersGained: { seeded: ({ views }) => Math.floor(views / 100), perDay: ({ id }) => pick(`${id} gained`, 3) },
  subscribersLost: { seeded: ({ views }) => Math.floor(views / 400), perDay: ({ id }) => pick(`${id} lost`, 1) },
} satisfies Record<string, Count>

export type CountName = keyof typeof counts

/**
 * Returns the count `name` of a video, such as its views, at the time `at` (ms since the epoch); 0 until the video is
 * uploaded or, if it is scheduled, published. While a video is private, its counts do not grow: a seeded video keeps
 * those of the seed, any other has 0. Likes given in the sandbox count from the time at which they were given.
 */
export function videoCount(video: Video, name: CountName, { state, at }: { state: State; at: number }): number {
  const { figures } = state
  const createdAt = video.publishAt ?? video.uploadedAt
  if (at <= createdAt) return 0
  const { seeded, perDay }: Count = counts[name]
  const given = figures.recorded({ subject: video.id, name })
  const before = createdAt < figures.startedAt ? seeded(video) - (name === 'likes' ? given.length : 0) : 0
  const watched = privacyAt(video, at) === 'private' ? 0 : perDay(video)
  return (
    countAt({ createdAt, seeded: before, perDay: watched }, at, figures.startedAt) +
    given.filter((time) => time <= at).length
  )
}

/**
 * The counts of a video for a day in Pacific time, or sums of such counts over days and videos. `minutes` were watched;
 * `gained` and `lost` are subscribers.
 */
export interface Cell {
  views: number
  minutes: number
  /** The sums over all views of the seconds watched and of the percentage of the video that was watched. */
  seconds: number
  percentViews: number
  likes: number
  comments: number
  shares: number
  gained: number
  lost: number
}

export const noCell: Readonly<Cell> = {
  views: 0,
  minutes: 0,
  seconds: 0,
  percentViews: 0,
  likes: 0,
  comments: 0,
  shares: 0,
  gained: 0,
  lost: 0,
}

export const cellNames = keysOf(noCell)

/** Returns the sum of cells (the counts of a video for a day), count by count; all zero for an empty list. */
export function sumOf(cells: readonly Readonly<Cell>[]): Cell {
  const sum = { ...noCell }
  for (const cell of cells) for (const name of cellNames) sum[name] += cell[name]
  return sum
}

/** Returns the times (ms since the epoch) of the comments, also deleted ones, keyed by video id. */
export function commentTimes(state: State): ReadonlyMap<string, readonly number[]> {
  const times = new Map<string, number[]>()
  for (const { postId, createdAt } of state.comments.all()) {
    const list = times.get(postId)
    if (list === undefined) times.set(postId, [createdAt])
    else list.push(createdAt)
  }
  return times
}

interface CellView {
  state: State
  /** The times of the comments on the video, in milliseconds since the epoch. */
  commentTimes: readonly number[]
  day: string
}

/**
 * Returns the counts of a video for a day (`YYYY-MM-DD`, Pacific time): how much each count grew on that day. Comments
 * that were deleted later are counted.
 */
export function cellOf(video: Video, { state, commentTimes: times, day }: CellView): Cell {
  const [start, end] = [pacificCalendar.startOf(day), pacificCalendar.startOf(addDays(day, 1))]
  if (end <= (video.publishAt ?? video.uploadedAt)) return noCell
  const grown = (name: CountName) =>
    videoCount(video, name, { state, at: end }) - videoCount(video, name, { state, at: start })
  const views = grown('views')
  const percent = 30 + pick(`${video.id} watched`, 40)
  const seconds = (views * (video.duration ?? 0) * percent) / 100_000
  return {
    views,
    minutes: Math.round(seconds / 60),
    seconds,
    percentViews: views * percent,
    likes: grown('likes'),
    comments: times.filter((at) => at >= start && at < end).length,
    shares: grown('shares'),
    gained: grown('subscribersGained'),
    lost: grown('subscribersLost'),
  }
}

/**
 * Returns the number of subscribers at `now` (ms since the epoch), rounded down to three significant digits as on
 * YouTube.
 */
export function subscribersOf(channel: Person, state: State, now: number): number {
  const { startedAt } = state.figures
  const net = (at: number) =>
    state.videos
      .filter(({ channelId }) => channelId === channel.channelId)
      .reduce(
        (sum, video) =>
          sum +
          videoCount(video, 'subscribersGained', { state, at }) -
          videoCount(video, 'subscribersLost', { state, at }),
        0,
      )
  const exact = Math.max(0, channel.subscribers + net(now) - net(startedAt))
  const step = 10 ** Math.max(0, String(exact).length - 3)
  return Math.floor(exact / step) * step
}
