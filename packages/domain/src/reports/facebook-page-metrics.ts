import { calendarDay, closed, nullableNumber, nullableText, text } from '../schema.ts'
import { list, reportResponse } from './response.ts'

/** The reasons why the insights of a Page are null. */
const insightsUnavailableReasons = ['permission_missing', 'analyze_task_missing', 'provider_error'] as const

const insightFields = closed({
  periodDays: { type: 'integer' },
  views: nullableNumber,
  engagements: nullableNumber,
  pageViews: nullableNumber,
  followers: nullableNumber,
  daily: {
    ...list(closed({ date: calendarDay, value: { type: 'number' } })),
    description: 'Views by day, oldest first.',
  },
})

/** The response schema: a Page, sums over its newest posts, and its insights of the last 28 days. */
export const facebookPageMetrics = reportResponse('facebook', {
  page: closed({
    id: text,
    name: nullableText,
    username: nullableText,
    category: nullableText,
    link: nullableText,
  }),
  metrics: closed({
    followers: nullableNumber,
    fans: nullableNumber,
    recentPosts: {
      type: 'integer',
      description: 'The number of newest posts over which the next three fields are summed.',
    },
    recentPostLikes: nullableNumber,
    recentPostComments: nullableNumber,
    recentPostShares: nullableNumber,
  }),
  insights: { ...insightFields, type: ['object', 'null'], description: 'Null if insightsUnavailable is set.' },
  insightsUnavailable: {
    enum: [...insightsUnavailableReasons, null],
    description:
      'permission_missing: reconnect and grant read_insights. analyze_task_missing: the user who connected the Page may not see its insights. provider_error: try again later.',
  },
})
