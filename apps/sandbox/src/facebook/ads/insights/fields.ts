import type { InsightsRow } from '../../../meta/state/ads/insights-row.ts'
import { decimal, offsetOf } from '../currencies.ts'
import { dateOfDay } from '../zones.ts'

const PLACES = 6

function ratio(one: number, other: number): string | undefined {
  return other === 0 ? undefined : String(Number((one / other).toFixed(PLACES)))
}

function cost({ account, figures }: InsightsRow, count: number): string | undefined {
  return ratio(figures.spend / offsetOf(account.currency), count)
}

function actions({ figures }: InsightsRow): { action_type: string; value: string }[] | undefined {
  const counts = {
    link_click: figures.linkClicks,
    post_engagement: figures.clicks,
    lead: figures.leads,
  }
  const some = Object.entries(counts).filter(([, count]) => count > 0)
  return some.length === 0 ? undefined : some.map(([action_type, count]) => ({ action_type, value: String(count) }))
}

function costs(row: InsightsRow) {
  return actions(row)?.map(({ action_type, value }) => ({ action_type, value: cost(row, Number(value)) }))
}

/**
 * Functions that return the value of a field of a row, keyed by field name. Every number is a string.
 * @see https://developers.facebook.com/docs/marketing-api/insights/parameters (read 2026-11-20)
 */
const FIELDS: Record<string, (row: InsightsRow) => unknown> = {
  account_id: ({ account }) => account.id.replace('act_', ''),
  account_name: ({ account }) => account.name,
  account_currency: ({ account }) => account.currency,
  campaign_id: ({ campaign }) => campaign?.id,
  campaign_name: ({ campaign }) => campaign?.name,
  objective: ({ campaign }) => campaign?.objective,
  adset_id: ({ adSet }) => adSet?.id,
  adset_name: ({ adSet }) => adSet?.name,
  ad_id: ({ ad }) => ad?.id,
  ad_name: ({ ad }) => ad?.name,
  impressions: ({ figures }) => String(figures.impressions),
  reach: ({ figures }) => String(figures.reach),
  clicks: ({ figures }) => String(figures.clicks),
  inline_link_clicks: ({ figures }) => (figures.linkClicks === 0 ? undefined : String(figures.linkClicks)),
  spend: ({ figures, account }) => decimal(figures.spend, account.currency),
  ctr: ({ figures }) => ratio(figures.clicks * 100, figures.impressions),
  cpc: (row) => cost(row, row.figures.clicks),
  cpm: (row) => cost(row, row.figures.impressions / 1_000),
  frequency: ({ figures }) => ratio(figures.impressions, figures.reach),
  actions,
  cost_per_action_type: costs,
  date_start: ({ since }) => dateOfDay(since),
  date_stop: ({ until }) => dateOfDay(until),
}

/** The names of the fields that can be requested. Those without an entry in `FIELDS` never have a value. */
export const FIELD_NAMES = [
  ...Object.keys(FIELDS),
  'conversions',
  'purchase_roas',
  'video_play_actions',
  'unique_clicks',
]

/** Converts a row to JSON: the requested fields that have a value, and its dates. */
export function writeRow(row: InsightsRow, fields: string[]): Record<string, unknown> {
  const entries = [...fields, 'date_start', 'date_stop'].map((name) => [name, FIELDS[name]?.(row)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
