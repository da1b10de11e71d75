import type { ReportFields } from '@carillon/domain'
import { type Fields, numberOf, stringOf } from '../../json.ts'
import type { Report } from '../../ports/reports.ts'
import type { YouTubeCredentials } from '../credentials.ts'
import { readChannel } from './channel.ts'
import { queryReports, type ReportQuestion, requireAnalytics } from './query-report.ts'

type Insights = ReportFields['youtube.channel-insights']['insights']

/**
 * The report queries of the channel insights, keyed by the part of the report for which each is made.
 * @see https://developers.google.com/youtube/analytics/channel_reports (read 2026-11-20)
 */
const questions = {
  daily: {
    dimensions: ['day'],
    sort: 'day',
    metrics: [
      ...['views', 'estimatedMinutesWatched', 'averageViewDuration', 'subscribersGained', 'subscribersLost'],
      ...['likes', 'comments', 'shares'],
    ],
  },
  topVideos: {
    dimensions: ['video'],
    sort: '-views',
    maxResults: 10,
    metrics: ['views', 'estimatedMinutesWatched', 'averageViewDuration', 'likes', 'comments'],
  },
  ageGender: { dimensions: ['ageGroup', 'gender'], metrics: ['viewerPercentage'] },
  countries: { dimensions: ['country'], sort: '-views', metrics: ['views'] },
} as const satisfies Record<string, ReportQuestion>

type Rows = Record<keyof typeof questions, readonly Fields[]>

function figuresOf(row: Fields) {
  return {
    views: numberOf(row['views']),
    minutesWatched: numberOf(row['estimatedMinutesWatched']),
    averageViewDurationSeconds: numberOf(row['averageViewDuration']),
    likes: numberOf(row['likes']),
    comments: numberOf(row['comments']),
  }
}

/**
 * Returns one entry for each row with a day, with null for a missing metric. Built field by field: spreading an object
 * into each of hundreds of days would copy it.
 */
function daysOf(rows: readonly Fields[]): Insights['daily'] {
  const days: Insights['daily'] = []
  for (const row of rows) {
    const date = stringOf(row['day'])
    if (date === null) continue
    days.push({
      date,
      views: numberOf(row['views']),
      minutesWatched: numberOf(row['estimatedMinutesWatched']),
      averageViewDurationSeconds: numberOf(row['averageViewDuration']),
      likes: numberOf(row['likes']),
      comments: numberOf(row['comments']),
      subscribersGained: numberOf(row['subscribersGained']),
      subscribersLost: numberOf(row['subscribersLost']),
      shares: numberOf(row['shares']),
    })
  }
  return days
}

function topVideoOf(row: Fields): Insights['topVideos'] {
  const videoId = stringOf(row['video'])
  return videoId === null ? [] : [{ videoId, ...figuresOf(row) }]
}

function ageGenderOf(row: Fields): Insights['audience']['ageGender'] {
  const [ageGroup, gender] = [stringOf(row['ageGroup']), stringOf(row['gender'])]
  const percentage = numberOf(row['viewerPercentage'])
  return ageGroup === null || gender === null || percentage === null ? [] : [{ ageGroup, gender, percentage }]
}

function countryOf(row: Fields): Insights['audience']['countries'] {
  const [country, views] = [stringOf(row['country']), numberOf(row['views'])]
  return country === null || views === null ? [] : [{ country, views }]
}

/**
 * Builds the insights from the rows of four report queries: by day, by video, by age group and gender, and by country.
 * The rows are objects keyed by YouTube's column names. A row without its day, video, country, age group or gender is
 * omitted, and so is a row of the audience without its metric; missing metrics of days and videos are null.
 */
export function channelInsightsOf({ daily, topVideos, ageGender, countries }: Rows): Insights {
  return {
    daily: daysOf(daily),
    topVideos: topVideos.flatMap(topVideoOf),
    audience: { ageGender: ageGender.flatMap(ageGenderOf), countries: countries.flatMap(countryOf) },
  }
}

/**
 * Reads the channel, and its metrics for the days of `window`, both inclusive, for one unit of the daily quota and four
 * of `youtube.analytics`.
 * @throws ProviderError `connection_expired` if the scope for reports was not granted; `quota_exhausted` if too few
 *   units are left
 */
export const channelInsights: Report<'youtube', 'channel-insights', YouTubeCredentials> = async (call, { window }) => {
  requireAnalytics(call)
  const { daily, topVideos, ageGender, countries } = questions
  const [channel, rows] = await Promise.all([
    readChannel(call),
    queryReports(call, window, [daily, topVideos, ageGender, countries]),
  ])
  const [ofDays = [], ofVideos = [], ofAges = [], ofCountries = []] = rows
  const insights = channelInsightsOf({ daily: ofDays, topVideos: ofVideos, ageGender: ofAges, countries: ofCountries })
  return { channel, insights }
}
