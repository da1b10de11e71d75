import { closed, type Described, nullableNumber, nullableText, text, timestamp } from '../schema.ts'

export const insightsLevels = ['account', 'campaign', 'adset', 'ad'] as const
export type InsightsLevel = (typeof insightsLevels)[number]

const day = { type: 'string', format: 'date' } as const
const decimal = { ...nullableText, description: 'A decimal string, as the platform sent it.' } as const

const insightsRowShape = closed({
  date: day,
  campaignId: nullableText,
  campaignName: nullableText,
  adSetId: nullableText,
  adSetName: nullableText,
  adId: nullableText,
  adName: nullableText,
  impressions: nullableNumber,
  reach: { ...nullableNumber, description: 'Values of several days must not be added up.' },
  frequency: decimal,
  clicks: nullableNumber,
  linkClicks: nullableNumber,
  ctr: decimal,
  cpc: decimal,
  cpm: decimal,
  spend: { ...decimal, description: 'The amount spent, a decimal string in units of the currency.' },
  actions: { type: 'array', items: closed({ type: text, value: { type: 'number' } }) },
})

export type InsightsRow = Described<typeof insightsRowShape>

export const insightsShape = closed({
  adAccountId: text,
  level: { enum: insightsLevels },
  startDate: day,
  endDate: day,
  currency: text,
  timezone: nullableText,
  rows: {
    type: 'array',
    items: insightsRowShape,
    description: 'Oldest day first. Days without delivery are missing, never 0.',
  },
  fetchedAt: timestamp,
})
