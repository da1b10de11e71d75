import type { DayFigures } from './day-figures.ts'
import type { Ad, AdAccount, AdSet, Campaign } from './records.ts'

/**
 * A row of insights before it is converted to JSON. Objects below the requested level are undefined. `since` and
 * `until` are days, counted from 1970-01-01 and inclusive.
 */
export interface InsightsRow {
  account: AdAccount
  campaign: Campaign | undefined
  adSet: AdSet | undefined
  ad: Ad | undefined
  since: number
  until: number
  figures: DayFigures
}
