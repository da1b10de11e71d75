import { closed, text } from '../schema.ts'
import { list } from './response.ts'

/**
 * The schema of the shares of an audience by a property such as age or country, or of impressions by source: a list of
 * groups (`key`) with their shares as fractions from 0 to 1, although the field is called `percentage`.
 */
export const audienceShares = list(
  closed({
    key: text,
    percentage: {
      type: 'number',
      description:
        'The share of the group `key` in the audience or, in impressionSources, in the impressions: a fraction from 0 to 1.',
    },
  }),
)
