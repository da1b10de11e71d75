import { calendarDay, closed, nullableNumber, nullableText, text } from '../schema.ts'
import { list, reportResponse } from './response.ts'

/** The reasons why the insights of a Page are null. */
const insightsUnavailableReasons = ['permission_missing', 'analyze_task_missing', 'provider_error'] as const

const insightFields = closed({
  periodDays: { type: 'integer' },
  views: {
    ...nullableNumber,
    description: 'The views of media of the Page; null if the platform does not report them.',
  },
  engagements: nullableNumber,
  pageViews: nullableNumber,
  followers: nullableNumber,
  daily: {
    ...list(closed({ date: calendarDay, value: { type: 'number' } })),
    description:
      'The views of each day (of California), oldest first, at most 28 days; days for which the platform reports no number are missing.',
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
        'The number of newest posts, at most 25, over which recentPostLikes, recentPostComments and recentPostShares are summed. A sum is null if no post reports the number, and 0 without posts.',
    },
    recentPostLikes: nullableNumber,
    recentPostComments: nullableNumber,
    recentPostShares: nullableNumber,
  }),
  insights: {
    ...insightFields,
    type: ['object', 'null'],
    description:
      'The insights of the last 28 days, but followers is the latest number; null if insightsUnavailable is set. Metrics in it that the platform does not report are null.',
  },
  insightsUnavailable: {
    enum: [...insightsUnavailableReasons, null],
    description:
      'Why insights is null; null if insights is present. permission_missing: the user has to reconnect the account and grant read_insights, if this deployment requests it. analyze_task_missing: the user who connected the Page lacks the task ANALYZE on it and cannot see its insights. provider_error: any other reason; try again later.',
  },
})
