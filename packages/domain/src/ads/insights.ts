import { closed, type Described, nullableNumber, nullableText, text, timestamp } from '../schema.ts'

export const insightsLevels = ['account', 'campaign', 'adset', 'ad'] as const
export type InsightsLevel = (typeof insightsLevels)[number]

const day = { type: 'string', format: 'date' } as const

const insightsRowShape = closed({
  date: day,
  campaignId: nullableText,
  campaignName: nullableText,
  adSetId: nullableText,
  adSetName: nullableText,
  adId: nullableText,
  adName: nullableText,
  impressions: nullableNumber,
  reach: {
    ...nullableNumber,
    description:
      'The number of users who saw the ads. Values of several days must not be added up, because a user is counted on each day. null if the platform does not report it.',
  },
  frequency: {
    ...nullableText,
    description:
      'The average number of times that a user saw the ads, as a decimal string; null if the platform does not report it.',
  },
  clicks: { ...nullableNumber, description: 'All clicks on the ads; null if the platform does not report it.' },
  linkClicks: {
    ...nullableNumber,
    description: 'Clicks on links in the ads; null if the platform does not report it.',
  },
  ctr: {
    ...nullableText,
    description:
      'Clicks per 100 impressions (the click-through rate in percent), as a decimal string; null if the platform does not report it.',
  },
  cpc: {
    ...nullableText,
    description:
      'The average cost of a click, as a decimal string in units of the currency; null if the platform does not report it.',
  },
  cpm: {
    ...nullableText,
    description:
      'The average cost of 1,000 impressions, as a decimal string in units of the currency; null if the platform does not report it.',
  },
  spend: {
    ...nullableText,
    description:
      'The amount spent, as a decimal string in units of the currency, such as 4.56; null if the platform does not report it.',
  },
  actions: {
    type: 'array',
    items: closed({ type: text, value: { type: 'number' } }),
    description:
      'How often users did something because of the ads, by the type of action as the platform names it; empty if the platform reports none.',
  },
})

export type InsightsRow = Described<typeof insightsRowShape>

export const insightsShape = closed({
  adAccountId: text,
  level: {
    enum: insightsLevels,
    description:
      'What each row is about: the ad account (with campaignId in the request, only this campaign), or one campaign, ad set or ad. A row has the ids and names of the campaign, ad set and ad down to this level; those of lower levels are null.',
  },
  startDate: day,
  endDate: day,
  currency: text,
  timezone: { ...nullableText, description: 'The IANA name of the time zone of the days; null if it is not known.' },
  rows: {
    type: 'array',
    items: insightsRowShape,
    description:
      'One row for each day and object of the level, oldest day first. An object has no row for a day without delivery. Metrics that the platform does not report are null; `actions` is then empty.',
  },
  fetchedAt: timestamp,
})
