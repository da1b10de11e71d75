import type { Cell } from '../statistics/counts.ts'

interface Metric {
  dataType: 'INTEGER' | 'FLOAT'
  of(cell: Readonly<Cell>): number
}

function perView(cell: Readonly<Cell>, sum: number): number {
  return cell.views === 0 ? 0 : sum / cell.views
}

/**
 * The metrics of reports about views, keyed by name, each computed from a cell: the counts of a video for a day, or a
 * sum of those. Averages are computed over all views, not from the averages of days or videos.
 * @see https://developers.google.com/youtube/analytics/channel_reports (read 2026-11-20)
 */
export const metrics: Readonly<Record<string, Metric>> = {
  views: { dataType: 'INTEGER', of: ({ views }) => views },
  estimatedMinutesWatched: { dataType: 'INTEGER', of: ({ minutes }) => minutes },
  averageViewDuration: { dataType: 'INTEGER', of: (cell) => Math.round(perView(cell, cell.seconds)) },
  averageViewPercentage: {
    dataType: 'FLOAT',
    of: (cell) => Math.round(perView(cell, cell.percentViews) * 100) / 100,
  },
  likes: { dataType: 'INTEGER', of: ({ likes }) => likes },
  comments: { dataType: 'INTEGER', of: ({ comments }) => comments },
  shares: { dataType: 'INTEGER', of: ({ shares }) => shares },
  subscribersGained: { dataType: 'INTEGER', of: ({ gained }) => gained },
  subscribersLost: { dataType: 'INTEGER', of: ({ lost }) => lost },
}

/**
 * The names of the metrics that are reported by country: those about watching. Likes, comments, shares and
 * subscriptions are not.
 */
export const countryMetrics = ['views', 'estimatedMinutesWatched', 'averageViewDuration', 'averageViewPercentage']
export const audienceMetric = 'viewerPercentage'
