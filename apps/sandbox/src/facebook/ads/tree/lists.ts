import type { GraphCall } from '../../../meta/graph/call.ts'
import { allowOnly } from '../../../meta/graph/parameters.ts'
import type { Ad, AdAccount, AdSet, Campaign } from '../../../meta/state/ads/records.ts'
import { LIST_PARAMETERS, listPage } from '../list.ts'
import { listFilter } from './filter.ts'
import { adSetShape, adShape, campaignShape, creativeShape } from './shapes.ts'
import { effectiveOfAd, effectiveOfAdSet, effectiveOfCampaign } from './status.ts'

/** The parameters of these lists. `date_preset`, `time_range` and `is_completed` have no effect in the sandbox. */
const PARAMETERS = [...LIST_PARAMETERS, 'effective_status', 'filtering', 'date_preset', 'time_range', 'updated_since']

/** Returns the items that pass all tests, newest first. */
function chosen<T>(all: Map<string, T>, ...tests: ((item: T) => boolean)[]): T[] {
  return [...all.values()].filter((item) => tests.every((test) => test(item))).reverse()
}

/**
 * Handles `GET /act_{id}/campaigns`: lists the campaigns of an ad account, newest first. Deleted and archived ones are
 * listed only if their status is requested.
 * @throws GraphError for an invalid parameter, or if the page has too much data
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-account/campaigns (read 2026-11-20)
 */
export function listCampaigns({ id }: AdAccount, call: GraphCall): unknown {
  allowOnly(call.parameters, [...PARAMETERS, 'is_completed'])
  const own = (campaign: Campaign) => campaign.id
  const ids = { id: own, 'campaign.id': own }
  const shown = listFilter(call, { ids, effective: effectiveOfCampaign })
  const campaigns = chosen(call.state.ads.campaigns, ({ adAccountId }) => adAccountId === id, shown)
  return listPage(call, campaignShape, campaigns)
}

function showAdSets(call: GraphCall, within: (adSet: AdSet) => boolean): unknown {
  allowOnly(call.parameters, [...PARAMETERS, 'is_completed'])
  const { ads } = call.state
  const own = ({ id }: AdSet) => id
  const ids = { id: own, 'adset.id': own, 'campaign.id': ({ campaignId }: AdSet) => campaignId }
  const shown = listFilter<AdSet>(call, { ids, effective: (adSet) => effectiveOfAdSet(ads, adSet) })
  return listPage(call, adSetShape, chosen(ads.adSets, within, shown))
}

/**
 * Handles `GET /act_{id}/adsets`: lists the ad sets of an ad account, newest first. Deleted and archived ones are
 * listed only if their status is requested.
 * @throws GraphError for an invalid parameter, or if the page has too much data
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-account/adsets (read 2026-11-20)
 */
export function listAdSets({ id }: AdAccount, call: GraphCall): unknown {
  return showAdSets(call, ({ adAccountId }) => adAccountId === id)
}

/**
 * Handles `GET /{campaign}/adsets`: lists the ad sets of a campaign, newest first. Deleted and archived ones are listed
 * only if their status is requested.
 * @throws GraphError for an invalid parameter, or if the page has too much data
 */
export function listAdSetsOf({ id }: Campaign, call: GraphCall): unknown {
  return showAdSets(call, ({ campaignId }) => campaignId === id)
}

function showAds(call: GraphCall, within: (ad: Ad) => boolean): unknown {
  allowOnly(call.parameters, PARAMETERS)
  const { ads } = call.state
  const now = call.state.now()
  const own = ({ id }: Ad) => id
  const above = { 'adset.id': ({ adSetId }: Ad) => adSetId, 'campaign.id': ({ campaignId }: Ad) => campaignId }
  const ids = { id: own, 'ad.id': own, ...above }
  const shown = listFilter<Ad>(call, { ids, effective: (ad) => effectiveOfAd(ads, ad, now) })
  return listPage(call, adShape, chosen(ads.ads, within, shown))
}

/**
 * Handles `GET /act_{id}/ads`: lists the ads of an ad account, newest first. Deleted and archived ones are listed only
 * if their status is requested.
 * @throws GraphError for an invalid parameter, or if the page has too much data
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-account/ads (read 2026-11-20)
 */
export function listAds({ id }: AdAccount, call: GraphCall): unknown {
  return showAds(call, ({ adAccountId }) => adAccountId === id)
}

/**
 * Handles `GET /{campaign}/ads`: lists the ads of a campaign, newest first. Deleted and archived ones are listed only
 * if their status is requested.
 * @throws GraphError for an invalid parameter, or if the page has too much data
 */
export function listAdsOfCampaign({ id }: Campaign, call: GraphCall): unknown {
  return showAds(call, ({ campaignId }) => campaignId === id)
}

/**
 * Handles `GET /{ad set}/ads`: lists the ads of an ad set, newest first. Deleted and archived ones are listed only if
 * their status is requested.
 * @throws GraphError for an invalid parameter, or if the page has too much data
 */
export function listAdsOfAdSet({ id }: AdSet, call: GraphCall): unknown {
  return showAds(call, ({ adSetId }) => adSetId === id)
}

/**
 * Handles `GET /act_{id}/adcreatives`: lists the creatives of an ad account that were not deleted, newest first.
 * @throws GraphError for an invalid parameter, or if the page has too much data
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-account/adcreatives (read 2026-11-20)
 */
export function listCreatives({ id }: AdAccount, call: GraphCall): unknown {
  allowOnly(call.parameters, LIST_PARAMETERS)
  const { creatives } = call.state.ads
  const shown = chosen(creatives, ({ adAccountId, status }) => adAccountId === id && status === 'ACTIVE')
  return listPage(call, creativeShape, shown)
}
