import { type GraphCall, selectionsOf } from '../../../meta/graph/call.ts'
import { invalidParameter } from '../../../meta/graph/graph-error.ts'
import type { Ad, AdAccount } from '../../../meta/state/ads/records.ts'
import { type InsightsQuery, LEVELS, type Level } from '../../../meta/state/ads/report-query.ts'
import { badParameter } from '../rejections.ts'
import { type Filter, namedBy, readFiltering, STATES } from '../tree/filter.ts'
import { readWord } from '../tree/reading.ts'
import { effectiveOfAd, effectiveOfAdSet, effectiveOfCampaign } from '../tree/status.ts'
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

/** The parameters of a call for insights. `sort` and those about attribution have no effect in the sandbox. */
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

/**
 * Functions that return the effective status of an ad, or of the ad set or campaign to which it belongs, keyed by
 * level; undefined if it does not exist.
 */
const EFFECTIVE: Record<Exclude<Level, 'account'>, (ad: Ad, call: GraphCall) => string | undefined> = {
  campaign({ campaignId }, { state: { ads } }) {
    const campaign = ads.campaigns.get(campaignId)
    return campaign && effectiveOfCampaign(campaign)
  },
  adset({ adSetId }, { state: { ads } }) {
    const adSet = ads.adSets.get(adSetId)
    return adSet && effectiveOfAdSet(ads, adSet)
  },
  ad: (ad, { state }) => effectiveOfAd(state.ads, ad, state.now()),
}

const STATUS_FIELD = /^(campaign|adset|ad)\.effective_status$/

function isFilteredLevel(word: string | undefined): word is keyof typeof EFFECTIVE {
  return word !== undefined && Object.hasOwn(EFFECTIVE, word)
}

function readTest(call: GraphCall, filter: Filter): (ad: Ad) => boolean {
  const named = new Set(namedBy(filter))
  const level = STATUS_FIELD.exec(filter.field)?.[1]
  if (isFilteredLevel(level)) {
    const unknown = [...named].find((state) => !STATES.includes(state))
    if (unknown !== undefined) throw badParameter('filtering', `${unknown} is not one of ${STATES.join(', ')}.`)
    return (ad) => named.has(EFFECTIVE[level](ad, call) ?? '')
  }
  const idOf = Object.hasOwn(FILTERED, filter.field) ? FILTERED[filter.field] : undefined
  if (idOf === undefined) throw badParameter('filtering', `Filtering on ${filter.field} is not supported here.`)
  return (ad) => named.has(idOf(ad))
}

/**
 * Returns a function that tells whether the rows of a level cover an ad. Archived and deleted objects have no rows of
 * their own unless their status is requested; the rows of the ad account always contain them.
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/best-practices/manage-your-ad-object-status
 *   (read 2026-11-29)
 */
function readCover(call: GraphCall, level: Level): (ad: Ad) => boolean {
  const filters = readFiltering(call.parameters)
  const tests = filters.map((filter) => readTest(call, filter))
  const isByStatus = filters.some(({ field }) => STATUS_FIELD.test(field))
  if (level === 'account' || isByStatus) return (ad) => tests.every((test) => test(ad))
  const isGone = (ad: Ad) => ['ARCHIVED', 'DELETED'].includes(EFFECTIVE[level](ad, call) ?? '')
  return (ad) => !isGone(ad) && tests.every((test) => test(ad))
}

/**
 * Reads and validates the parameters of a call for insights.
 * @throws GraphError for an invalid parameter
 */
export function readQuery({ account, level, covers }: InsightsOf, call: GraphCall): InsightsQuery {
  const word = readWord(call.parameters, 'level', LEVELS) ?? level
  const wanted = LEVELS.find((known) => known === word) ?? level
  const filtered = readCover(call, wanted)
  return {
    ...readWindow(account, call),
    adAccountId: account.id,
    level: wanted,
    fields: readFields(call),
    daysPerRow: readDaysPerRow(call),
    covers: (ad) => covers(ad) && filtered(ad),
  }
}
