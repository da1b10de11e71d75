import { closed, nullableText, text } from '../schema.ts'
import { list, reportResponse } from './response.ts'

const insight = closed({
  name: { ...text, description: 'The metric: views, reach, total_interactions or accounts_engaged.' },
  period: {
    ...nullableText,
    description: "The platform's word, usually day. The value is the total of the last 28 days all the same.",
  },
  title: nullableText,
  description: nullableText,
  values: list(closed({ value: { type: 'number' } })),
})

/** The response schema: totals of the last 28 days. A metric that the network does not report is left out. */
export const instagramAccountInsights = reportResponse('instagram', {
  insights: {
    ...list(insight),
    description:
      'One entry for each metric that the platform reports; others are missing, for example if the account has too few followers or too little history.',
  },
})
