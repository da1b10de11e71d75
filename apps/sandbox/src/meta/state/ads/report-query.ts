import type { Ad } from './records.ts'

/** A range of days, counted from 1970-01-01, both inclusive. */
export interface Window {
  since: number
  until: number
}

export const LEVELS = ['account', 'campaign', 'adset', 'ad'] as const
export type Level = (typeof LEVELS)[number]

/** The parameters of a query for insights. */
export interface InsightsQuery extends Window {
  adAccountId: string
  level: Level
  fields: string[]
  /** The number of days that one row covers; infinite for one row over all days. */
  daysPerRow: number
  /** Returns whether the report includes an ad. */
  covers(ad: Ad): boolean
}
