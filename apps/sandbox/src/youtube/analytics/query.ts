import { isDay } from '../../figures/calendar.ts'
import type { Query } from '../api/query.ts'
import { badQuery, foreignReport } from '../errors/analytics-errors.ts'
import { audienceMetric, countryMetrics, metrics } from './metrics.ts'

interface Report {
  metrics: readonly string[]
  /**
   * The maximum of `maxResults` for a report that returns only its first rows; such a report also requires `sort`.
   * Undefined if the report returns all rows.
   */
  maxRows?: number
}

const MAX_VIDEO_IDS = 500
const ageAndGender: Report = { metrics: [audienceMetric] }

/**
 * The available reports, keyed by their dimensions as in the parameter `dimensions`.
 * @see https://developers.google.com/youtube/analytics/channel_reports (read 2026-11-20)
 */
const reports: Readonly<Record<string, Report>> = {
  '': { metrics: Object.keys(metrics) },
  day: { metrics: Object.keys(metrics) },
  video: { metrics: Object.keys(metrics), maxRows: 200 },
  country: { metrics: countryMetrics },
  ageGroup: ageAndGender,
  gender: ageAndGender,
  'ageGroup,gender': ageAndGender,
  'gender,ageGroup': ageAndGender,
}

/** A report request after validation. Dates are `YYYY-MM-DD`, inclusive. */
export interface ReportQuery {
  dimensions: string[]
  metrics: string[]
  startDate: string
  endDate: string
  /** The ids of the videos to include; undefined includes all videos of the channel. */
  videos: string[] | undefined
  sort: { name: string; descending: boolean }[]
  /** Infinity if the request sets none. */
  maxResults: number
  /** The first row to return, from 1. */
  startIndex: number
}

function required(query: Query, name: string): string {
  const value = query.text(name) ?? ''
  if (value === '') throw badQuery(`Required parameter: ${name}`)
  return value
}

function dayOf(query: Query, name: string): string {
  const value = required(query, name)
  if (!isDay(value)) throw badQuery(`Invalid value '${value}' for parameter ${name}. Expected a date as YYYY-MM-DD.`)
  return value
}

function checkIds(query: Query, channelId: string | null): void {
  const [kind, id] = required(query, 'ids').split('==')
  if (id === undefined || (kind !== 'channel' && kind !== 'contentOwner'))
    throw badQuery("Invalid value for parameter ids. Expected 'channel==MINE'.")
  if (kind !== 'channel' || channelId === null || (id !== 'MINE' && id !== channelId)) throw foreignReport()
}

function videosOf(query: Query): string[] | undefined {
  const filters = query.text('filters') ?? ''
  if (filters === '') return undefined
  const [name, ids] = filters.split('==')
  if (name !== 'video' || ids === undefined || ids === '') throw badQuery('The query is not supported: filters.')
  const videos = ids.split(',')
  if (videos.length > MAX_VIDEO_IDS) throw badQuery(`At most ${MAX_VIDEO_IDS} videos can be named in a filter.`)
  return videos
}

function sortOf(query: Query, columns: string[]): ReportQuery['sort'] {
  return query.list('sort').map((text) => {
    const name = text.replace(/^-/, '')
    if (!columns.includes(name)) throw badQuery(`Invalid sort: ${name} is not a dimension or metric of the query.`)
    return { name, descending: text.startsWith('-') }
  })
}

/**
 * Reads and validates a report request. `channelId` is the channel of the calling user, null if the user has none.
 * @throws GoogleError if a parameter is missing or invalid, or the report is not available or belongs to another
 *   channel
 */
export function readReportQuery(query: Query, channelId: string | null): ReportQuery {
  checkIds(query, channelId)
  const [startDate, endDate] = [dayOf(query, 'startDate'), dayOf(query, 'endDate')]
  if (endDate < startDate) throw badQuery('endDate must not be before startDate.')
  required(query, 'metrics')
  const [dimensions, wanted] = [query.list('dimensions'), query.list('metrics')]
  const kind = dimensions.join(',')
  const report = Object.hasOwn(reports, kind) ? reports[kind] : undefined
  const unknown = wanted.find((name) => report?.metrics.includes(name) !== true)
  if (report === undefined || unknown !== undefined)
    throw badQuery('The query is not supported. Check the documentation for supported queries.')
  const sort = sortOf(query, [...dimensions, ...wanted])
  const maxResults = query.count('maxResults')
  const { maxRows } = report
  if (maxRows !== undefined && (sort.length === 0 || maxResults === undefined || maxResults > maxRows))
    throw badQuery(`The query is not supported: it needs sort, and maxResults of at most ${maxRows}.`)
  return {
    dimensions,
    metrics: wanted,
    startDate,
    endDate,
    videos: videosOf(query),
    sort,
    maxResults: maxResults ?? Number.POSITIVE_INFINITY,
    startIndex: query.count('startIndex') ?? 1,
  }
}
