import type { Ad } from './records.ts'

/** Days, counted from 1970-01-01, both included. */
export interface Window {
  since: number
  until: number
}

export const LEVELS = ['account', 'campaign', 'adset', 'ad'] as const
export type Level = (typeof LEVELS)[number]

/** The query of insights. */
export interface InsightsQuery extends Window {
  adAccountId: string
  level: Level
  fields: string[]
  /** Days in a row of the response; all of them at once when infinite. */
  daysPerRow: number
  /** Whether an ad is part of it. */
  covers(ad: Ad): boolean
}
