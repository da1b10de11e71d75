import { addDays, daysFrom, pacificCalendar } from '../../figures/calendar.ts'
import type { Figure } from '../../figures/index.ts'
import { apportionAmong } from '../../figures/shares.ts'
import type { Person, State, Video } from '../state/state.ts'
import { type Cell, cellNames, cellOf, noCell, sumOf } from '../statistics/counts.ts'
import { audienceMetric, metrics } from './metrics.ts'
import type { ReportQuery } from './query.ts'

/** One row of a report, keyed by column. */
export type Row = Record<string, Figure>

/** The data from which a report is computed. */
export interface ReportView {
  channel: Person & { channelId: string }
  state: State
  /** The current time in ms since the epoch. */
  now: number
  query: ReportQuery
  /** The times at which comments were written, in milliseconds since the epoch, keyed by video id. */
  commentTimes: ReadonlyMap<string, readonly number[]>
}

/** YouTube's first day. No report has data of an earlier one. */
const FIRST_DAY = '2005-02-14'
/** The delay of reports in days. They take two to three days, so the newest day is three days ago. */
const LAG_DAYS = 3
const COUNTRIES = ['NO', 'US', 'DE', 'FR', 'GB', 'LU']
const AGE_GROUPS = ['age13-17', 'age18-24', 'age25-34', 'age35-44', 'age45-54', 'age55-64', 'age65-']
const GENDERS = ['female', 'male', 'user_specified']

/** Returns the newest day (`YYYY-MM-DD`, Pacific time) for which reports have data at `now` (ms since the epoch). */
export function newestDay(now: number): string {
  return addDays(pacificCalendar.dayOf(now), -LAG_DAYS)
}

function daysOf({ query, now }: ReportView): string[] {
  const newest = newestDay(now)
  const first = query.startDate > FIRST_DAY ? query.startDate : FIRST_DAY
  return daysFrom(first, query.endDate < newest ? query.endDate : newest)
}

function videosOf({ channel, state, query }: ReportView): Video[] {
  if (!channel.hasFigures) return []
  const own = state.videos.filter(({ channelId }) => channelId === channel.channelId)
  return query.videos === undefined ? own : own.filter(({ id }) => query.videos?.includes(id))
}

function total(view: ReportView, { videos = videosOf(view), days = daysOf(view) } = {}): Cell {
  const { state } = view
  return sumOf(
    videos.flatMap((video) => {
      const times = view.commentTimes.get(video.id) ?? []
      return days.map((day) => cellOf(video, { state, commentTimes: times, day }))
    }),
  )
}

function isEmpty(cell: Cell): boolean {
  return Object.values(cell).every((count) => count === 0)
}

function valuesOf(cell: Cell, names: readonly string[]): Row {
  return Object.fromEntries(names.map((name) => [name, metrics[name]?.of(cell) ?? 0]))
}

/**
 * Returns the requested metrics of `cell`, replaced by values that tests have set for `at`, a channel on a day or a
 * video. Returns undefined if there is nothing to report.
 */
function withSet(cell: Cell, { state, query }: ReportView, at: { subject: string; day?: string }): Row | undefined {
  const set = query.metrics.flatMap((name): [string, Figure][] => {
    const figure = state.figures.read({ ...at, name })
    return figure === undefined ? [] : [[name, figure]]
  })
  if (isEmpty(cell) && set.every(([, figure]) => figure === null)) return undefined
  const row = { ...valuesOf(cell, query.metrics), ...Object.fromEntries(set) }
  return Object.values(row).every((value) => value === null) ? undefined : row
}

/** Returns the rows by day. Days without activity are missing. */
function byDay(view: ReportView): Row[] {
  const { channelId } = view.channel
  return daysOf(view).flatMap((day) => {
    const cell = total(view, { days: [day] })
    const whole = view.query.videos === undefined
    const row = whole
      ? withSet(cell, view, { subject: channelId, day })
      : isEmpty(cell)
        ? undefined
        : valuesOf(cell, view.query.metrics)
    return row === undefined ? [] : [{ day, ...row }]
  })
}

/** Returns the rows by video. Videos without metrics are missing. */
function byVideo(view: ReportView): Row[] {
  const { state, channel, query } = view
  const named = state.videos.filter(
    ({ id, channelId }) => channelId === channel.channelId && (query.videos?.includes(id) ?? true),
  )
  const counted = videosOf(view)
  return named.flatMap((video) => {
    const cell = counted.includes(video) ? total(view, { videos: [video] }) : noCell
    const row = withSet(cell, view, { subject: video.id })
    return row === undefined ? [] : [{ video: video.id, ...row }]
  })
}

/** Returns the rows by country. Their views add up to the views of the report; a country without views has no row. */
function byCountry(view: ReportView): Row[] {
  const { channel, state, query } = view
  const set = state.figures.read({ subject: channel.channelId, name: 'country' })
  if (set !== undefined) return rowsOf(set, ['country', ...query.metrics])
  const cell = total(view)
  const shares = cellNames.map(
    (name) =>
      [name, new Map(apportionAmong(Math.round(cell[name]), `${channel.channelId} country`, COUNTRIES))] as const,
  )
  return COUNTRIES.flatMap((country) => {
    const part = Object.fromEntries(shares.map(([name, among]) => [name, among.get(country) ?? 0]))
    const own: Cell = { ...noCell, ...part }
    return own.views === 0 ? [] : [{ country, ...valuesOf(own, query.metrics) }]
  })
}

const TENTHS_OF_ALL = 1000

/** Returns the shares of viewers in percent, which add up to 100; empty without views. */
function byAudience(view: ReportView): Row[] {
  const { channel, state, query } = view
  const set = state.figures.read({ subject: channel.channelId, name: audienceMetric })
  if (set !== undefined) return rowsOf(set, [...query.dimensions, audienceMetric])
  if (total(view).views === 0) return []
  const groups = AGE_GROUPS.flatMap((ageGroup) => GENDERS.map((gender) => `${ageGroup} ${gender}`))
  const sums = new Map<string, number>()
  for (const [group, tenths] of apportionAmong(TENTHS_OF_ALL, `${channel.channelId} viewers`, groups)) {
    const [ageGroup, gender] = group.split(' ')
    const key = query.dimensions.map((name) => (name === 'ageGroup' ? ageGroup : gender)).join(' ')
    sums.set(key, (sums.get(key) ?? 0) + tenths)
  }
  return [...sums].map(([key, tenths]) => {
    const values = key.split(' ')
    const named = query.dimensions.map((name, index) => [name, values[index] ?? ''])
    return { ...Object.fromEntries(named), [audienceMetric]: tenths / 10 }
  })
}

/** Returns the rows that a test has set, as lists of values in the order of `columns`; an empty list for null. */
function rowsOf(set: Figure, columns: string[]): Row[] {
  if (!Array.isArray(set)) return []
  return set.flatMap((row) =>
    Array.isArray(row) ? [Object.fromEntries(columns.map((name, index) => [name, row[index] ?? null]))] : [],
  )
}

function inTotal(view: ReportView): Row[] {
  const cell = total(view)
  return isEmpty(cell) ? [] : [valuesOf(cell, view.query.metrics)]
}

/** The functions that compute rows, keyed by the first dimension of the report. */
const factories: Readonly<Record<string, (view: ReportView) => Row[]>> = {
  day: byDay,
  video: byVideo,
  country: byCountry,
  ageGroup: byAudience,
  gender: byAudience,
}

/**
 * Computes all rows of a report, without sorting them. Days, videos and countries without metrics have no row; if there
 * is nothing to report, the list is empty.
 */
export function makeRows(view: ReportView): Row[] {
  const [dimension] = view.query.dimensions
  return (dimension === undefined ? inTotal : (factories[dimension] ?? inTotal))(view)
}
