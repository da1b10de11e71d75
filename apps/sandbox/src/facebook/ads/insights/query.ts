import { type GraphCall, selectionsOf } from '../../../meta/graph/call.ts'
import { invalidParameter } from '../../../meta/graph/graph-error.ts'
import type { Ad, AdAccount } from '../../../meta/state/ads/records.ts'
import { type InsightsQuery, LEVELS, type Level } from '../../../meta/state/ads/report-query.ts'
import { badParameter } from '../rejections.ts'
import { namedBy, readFiltering } from '../tree/filter.ts'
import { readWord } from '../tree/reading.ts'
import { FIELD_NAMES } from './fields.ts'
import { readWindow } from './window.ts'

/**
 * The subject of an insights query: the ad account, the default level, and `covers`, which returns whether an ad
 * belongs to the subject.
 */
export interface InsightsOf {
  account: AdAccount
  level: Level
  covers(ad: Ad): boolean
}

export const INSIGHTS_PARAMETERS = [
  ...['fields', 'level', 'time_increment', 'time_range', 'date_preset', 'filtering', 'limit', 'after', 'before'],
  ...['sort', 'action_attribution_windows', 'use_unified_attribution_setting', 'use_account_attribution_setting'],
]

const DEFAULT_FIELDS = ['account_id', 'campaign_id', 'adset_id', 'ad_id', 'impressions', 'spend']

function readDaysPerRow({ parameters }: GraphCall): number {
  const text = parameters.text('time_increment') ?? 'all_days'
  if (text === 'all_days') return Number.POSITIVE_INFINITY
  const days = /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (days < 1 || days > 90) throw badParameter('time_increment', 'time_increment is 1 to 90 days or all_days.')
  return days
}

function readFields(call: GraphCall): string[] {
  const names = selectionsOf(call)?.map(({ name }) => name) ?? DEFAULT_FIELDS
  const unknown = names.find((name) => !FIELD_NAMES.includes(name))
  if (unknown !== undefined) throw invalidParameter(`${unknown} is not valid for fields param`)
  return names
}

const FILTERED: Record<string, (ad: Ad) => string> = {
  'campaign.id': ({ campaignId }) => campaignId,
  'adset.id': ({ adSetId }) => adSetId,
  'ad.id': ({ id }) => id,
}

function readCover(call: GraphCall): (ad: Ad) => boolean {
  const tests = readFiltering(call.parameters).map((filter) => {
    const idOf = Object.hasOwn(FILTERED, filter.field) ? FILTERED[filter.field] : undefined
    if (idOf === undefined) throw badParameter('filtering', `Filtering on ${filter.field} is not supported here.`)
    const ids = new Set(namedBy(filter))
    return (ad: Ad) => ids.has(idOf(ad))
  })
  return (ad) => tests.every((test) => test(ad))
}

/**
 * Reads and validates the parameters of a call for insights.
 * @throws GraphError for an invalid parameter
 */
export function readQuery({ account, level, covers }: InsightsOf, call: GraphCall): InsightsQuery {
  const word = readWord(call.parameters, 'level', LEVELS) ?? level
  const filtered = readCover(call)
  return {
    ...readWindow(account, call),
    adAccountId: account.id,
    level: LEVELS.find((known) => known === word) ?? level,
    fields: readFields(call),
    daysPerRow: readDaysPerRow(call),
    covers: (ad) => covers(ad) && filtered(ad),
  }
}
