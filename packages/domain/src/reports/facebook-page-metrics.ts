import { calendarDay, closed, nullableNumber, nullableText, text } from '../schema.ts'
import { list, reportResponse } from './response.ts'

/** The reasons why the insights of a Page are null. */
const insightsUnavailableReasons = ['permission_missing', 'analyze_task_missing', 'provider_error'] as const

const insightFields = closed({
  periodDays: { type: 'integer' },
  views: { ...nullableNumber, description: 'The views of media of the Page.' },
  engagements: nullableNumber,
  pageViews: nullableNumber,
  followers: nullableNumber,
  daily: {
    ...list(closed({ date: calendarDay, value: { type: 'number' } })),
    description:
      'The views of each day (of California), oldest first, without days for which the platform reports none.',
  },
})

/** The response schema: a Page, sums over its (at most 25) newest posts, and its insights of the last 28 days. */
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
      description:
        'The number of newest posts, at most 25, over which recentPostLikes, recentPostComments and recentPostShares are summed.',
    },
    recentPostLikes: nullableNumber,
    recentPostComments: nullableNumber,
    recentPostShares: nullableNumber,
  }),
  insights: {
    ...insightFields,
    type: ['object', 'null'],
    description: 'The insights of the last 28 days; null if insightsUnavailable is set.',
  },
  insightsUnavailable: {
    enum: [...insightsUnavailableReasons, null],
    description:
      'Why insights is null; null if it is not. permission_missing: the user has to reconnect the account and grant read_insights, if this deployment requests it. analyze_task_missing: the user who connected the Page may not see its insights. provider_error: try again later.',
  },
})
