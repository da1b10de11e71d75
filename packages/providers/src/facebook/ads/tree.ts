import type { Ad, AdSet, AdTree, Campaign } from '@carillon/domain'
import { type Fields, idOf, isObject, listOf, objectOf, textOf, timeOf } from '../../json.ts'
import type { GraphParameters } from '../../meta/graph.ts'
import type { TreeQuery } from '../../ports/ads.ts'
import { requiredId } from '../../required-fields.ts'
import { storableJson } from '../../storable-text.ts'
import type { FacebookCall } from '../credentials.ts'
import { amountOrNone } from './accounts.ts'
import { effectiveStatuses } from './effective-statuses.ts'
import { readAdsPages } from './list.ts'
import { requireInAccount } from './objects.ts'
import { statusWord } from './status-word.ts'

const campaignFields =
  'id,name,objective,status,effective_status,daily_budget,lifetime_budget,start_time,stop_time,created_time'
const adSetFields = [
  'id,name,campaign_id,status,effective_status,daily_budget,lifetime_budget,billing_event,optimization_goal',
  'start_time,end_time,targeting',
].join(',')
const adFields = [
  'id,name,adset_id,status,effective_status',
  'creative{id,thumbnail_url,effective_object_story_id,object_story_id},issues_info,ad_review_feedback',
].join(',')

const pageSizes = [200, 100, 50, 25] as const

/**
 * Returns an object of Meta that is passed on as it is, but with characters that can be stored; null for other values.
 */
function passedOn(value: unknown): Fields | null {
  return isObject(value) ? objectOf(storableJson(value)) : null
}

function campaignOf(raw: Fields): Campaign {
  return {
    id: requiredId(raw),
    name: textOf(raw['name']),
    objective: textOf(raw['objective']),
    status: statusWord(raw['status']),
    effectiveStatus: statusWord(raw['effective_status']),
    dailyBudget: amountOrNone(raw['daily_budget']),
    lifetimeBudget: amountOrNone(raw['lifetime_budget']),
    startTime: timeOf(raw['start_time']),
    stopTime: timeOf(raw['stop_time']),
    createdAt: timeOf(raw['created_time']),
    adSets: [],
  }
}

function adSetOf(raw: Fields): AdSet {
  return {
    id: requiredId(raw),
    name: textOf(raw['name']),
    status: statusWord(raw['status']),
    effectiveStatus: statusWord(raw['effective_status']),
    dailyBudget: amountOrNone(raw['daily_budget']),
    lifetimeBudget: amountOrNone(raw['lifetime_budget']),
    billingEvent: textOf(raw['billing_event']),
    optimizationGoal: textOf(raw['optimization_goal']),
    startTime: timeOf(raw['start_time']),
    endTime: timeOf(raw['end_time']),
    targeting: passedOn(raw['targeting']),
    ads: [],
  }
}

function issueOf(raw: Fields) {
  return {
    level: textOf(raw['level'])?.toLowerCase() ?? null,
    code: idOf(raw['error_code']),
    summary: textOf(raw['error_summary']),
    message: textOf(raw['error_message']),
  }
}

function adOf(raw: Fields): Ad {
  const creative = objectOf(raw['creative'])
  return {
    id: requiredId(raw),
    name: textOf(raw['name']),
    status: statusWord(raw['status']),
    effectiveStatus: statusWord(raw['effective_status']),
    postId: textOf(creative['effective_object_story_id']) ?? textOf(creative['object_story_id']),
    creativeId: idOf(creative['id']),
    thumbnailUrl: textOf(creative['thumbnail_url']),
    issues: listOf(raw['issues_info']).map(issueOf),
    reviewFeedback: passedOn(raw['ad_review_feedback']),
  }
}

interface Listing {
  edge: 'campaigns' | 'adsets' | 'ads'
  operation: string
  fields: string
}

const listings = {
  campaigns: { edge: 'campaigns', operation: 'ads.campaign.list', fields: campaignFields },
  adSets: { edge: 'adsets', operation: 'ads.adset.list', fields: adSetFields },
  ads: { edge: 'ads', operation: 'ads.ad.list', fields: adFields },
} as const satisfies Record<string, Listing>

interface Filters {
  campaigns: GraphParameters
  adSets: GraphParameters
  ads: GraphParameters
}

function withinCampaigns(ids: readonly string[]): GraphParameters {
  return { filtering: [{ field: 'campaign.id', operator: 'IN', value: ids }] }
}

/**
 * The maximum number of campaigns by which a list is filtered. For more campaigns, the whole list is read, since Meta
 * does not document how many values a filter accepts.
 */
const maxFiltered = 50

function childFilters({ campaignId, effectiveStatus }: TreeQuery, campaigns: readonly Campaign[] | null): Filters {
  const ids = campaignId !== null ? [campaignId] : (campaigns?.map(({ id }) => id) ?? [])
  const within = ids.length > 0 && ids.length <= maxFiltered ? withinCampaigns(ids) : {}
  // A campaign requested by id or by status is returned whatever its status is, with everything below it.
  const shown = campaignId !== null || effectiveStatus?.some((state) => state === 'archived' || state === 'deleted')
  const states =
    effectiveStatus?.map((state) => state.toUpperCase()) ?? (campaignId === null ? null : effectiveStatuses.campaign)
  return {
    campaigns: { ...(campaignId !== null && within), ...(states && { effective_status: states }) },
    adSets: { ...within, ...(shown && { effective_status: effectiveStatuses.adset }) },
    ads: { ...within, ...(shown && { effective_status: effectiveStatuses.ad }) },
  }
}

/**
 * Reads the list `listing` and passes each object to `onObject` as soon as its page arrives. Returns false if `stop`
 * ended the reading before the end of the list.
 */
function read(
  call: FacebookCall,
  { adAccountId }: TreeQuery,
  {
    listing: { edge, operation, fields },
    filter,
    stop,
    onObject,
  }: { listing: Listing; filter: GraphParameters; stop: AbortSignal; onObject(raw: Fields): void },
): Promise<boolean> {
  return readAdsPages(
    call,
    {
      purpose: 'read',
      adAccountId,
      absent: 'ad_account_not_found',
      path: `/${adAccountId}/${edge}`,
      operation,
      query: { fields, ...filter },
      sizes: pageSizes,
    },
    { onPage: (items) => items.forEach(onObject), stop },
  )
}

interface Below<T> {
  parentId: string
  object: T
}

/** Nests ads in ad sets and ad sets in campaigns. Objects below a campaign or ad set that is not listed are omitted. */
function join(campaigns: readonly Campaign[], adSets: readonly Below<AdSet>[], ads: readonly Below<Ad>[]): void {
  const campaignsById = new Map(campaigns.map((campaign) => [campaign.id, campaign]))
  const adSetsById = new Map(adSets.map(({ object }) => [object.id, object]))
  for (const { parentId, object } of adSets) campaignsById.get(parentId)?.adSets.push(object)
  for (const { parentId, object } of ads) adSetsById.get(parentId)?.ads.push(object)
}

/**
 * Reads the campaigns of an ad account with their ad sets and ads. They are read as three flat lists in parallel, since
 * Meta silently cuts off nested lists at 25 entries. If the query has statuses but no campaign, the campaigns are read
 * first, and the other lists only if a campaign matches. Archived and deleted objects are included only if the query
 * has a campaign, or the status `archived` or `deleted`. If `stop` is aborted, the part read so far is returned with
 * `complete: false`.
 * @throws ProviderError `ad_object_not_found` if the ad account has no campaign `campaignId`; `ad_account_not_found` if
 *   the user cannot access the ad account
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-account/campaigns (read 2026-11-20)
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-account/adsets (read 2026-11-20)
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-account/ads (read 2026-11-20)
 */
export async function readTree(call: FacebookCall, query: TreeQuery, stop: AbortSignal): Promise<AdTree> {
  const { adAccountId, currency, campaignId, effectiveStatus } = query
  if (campaignId !== null) await requireInAccount(call, { adAccountId, id: campaignId, kinds: ['campaign'] })
  const campaigns: Campaign[] = []
  const adSets: Below<AdSet>[] = []
  const ads: Below<Ad>[] = []
  const filtered = effectiveStatus !== null && campaignId === null
  const filters = childFilters(query, null)
  const reading = read(call, query, {
    ...{ listing: listings.campaigns, filter: filters.campaigns, stop },
    onObject: (raw) => void campaigns.push(campaignOf(raw)),
  })
  if (filtered) await reading
  const hasNothingBelow = filtered && campaigns.length === 0
  const below = filtered ? childFilters(query, campaigns) : filters
  const readBelow = () => [
    read(call, query, {
      ...{ listing: listings.adSets, filter: below.adSets, stop },
      onObject: (raw) => void adSets.push({ parentId: requiredId(raw, 'campaign_id'), object: adSetOf(raw) }),
    }),
    read(call, query, {
      ...{ listing: listings.ads, filter: below.ads, stop },
      onObject: (raw) => void ads.push({ parentId: requiredId(raw, 'adset_id'), object: adOf(raw) }),
    }),
  ]
  const toTheEnd = await Promise.all([reading, ...(hasNothingBelow ? [] : readBelow())])
  join(campaigns, adSets, ads)
  const complete = !toTheEnd.includes(false)
  return { adAccountId, currency, campaigns, complete, incompleteReason: complete ? null : 'deadline' }
}
