import { DAY_MS } from '../../../meta/graph/graph-time.ts'
import type { Ad, AdAccount, AdSet, Campaign, Creative } from '../../../meta/state/ads/records.ts'
import type { State } from '../../../meta/state/state.ts'
import { minDailyBudget } from '../currencies.ts'

const nextId = (state: State) => state.nextId('1202', 17)

/** Adds a campaign. Fields that `given` lacks get defaults: it is active, was created now, and has no budget. */
export function addCampaign(state: State, account: AdAccount, given: Partial<Campaign> & { name: string }): Campaign {
  const createdAt = given.createdAt ?? state.now()
  const campaign: Campaign = {
    id: nextId(state),
    adAccountId: account.id,
    status: 'ACTIVE',
    objective: 'OUTCOME_ENGAGEMENT',
    buyingType: 'AUCTION',
    bidStrategy: null,
    specialAdCategories: [],
    dailyBudget: null,
    lifetimeBudget: null,
    startTime: createdAt,
    stopTime: null,
    createdAt,
    updatedAt: createdAt,
    ...given,
  }
  state.ads.campaigns.set(campaign.id, campaign)
  return campaign
}

/**
 * Adds an ad set to a campaign. By default, it is active and has the campaign's creation time. Its default daily budget
 * is ten times the minimum, or null if the campaign has a budget.
 */
export function addAdSet(state: State, campaign: Campaign, given: Partial<AdSet> & { name: string }): AdSet {
  const { currency } = state.ads.adAccounts.get(campaign.adAccountId) ?? { currency: 'USD' }
  const above = campaign.dailyBudget !== null || campaign.lifetimeBudget !== null
  const { createdAt, adAccountId } = campaign
  const adSet: AdSet = {
    id: nextId(state),
    adAccountId,
    campaignId: campaign.id,
    status: 'ACTIVE',
    dailyBudget: above ? null : minDailyBudget(currency) * 10,
    lifetimeBudget: null,
    billingEvent: 'IMPRESSIONS',
    optimizationGoal: 'POST_ENGAGEMENT',
    bidStrategy: 'LOWEST_COST_WITHOUT_CAP',
    destinationType: 'ON_POST',
    targeting: {
      age_min: 18,
      age_max: 65,
      geo_locations: { countries: ['US'] },
      targeting_automation: { advantage_audience: 0 },
    },
    promotedObject: null,
    regionalCategories: [],
    regionalIdentities: {},
    dsaBeneficiary: null,
    dsaPayor: null,
    startTime: createdAt,
    endTime: null,
    createdAt,
    updatedAt: createdAt,
    budgetChanges: [],
    ...given,
  }
  state.ads.adSets.set(adSet.id, adSet)
  return adSet
}

/** Adds a creative that shows the Page post with the id `objectStoryId` to an ad account. */
export function addCreative(state: State, account: AdAccount, objectStoryId: string): Creative {
  const creative: Creative = {
    id: nextId(state),
    adAccountId: account.id,
    name: `Post ${objectStoryId}`,
    status: 'ACTIVE',
    objectStoryId,
    instagramUserId: null,
    content: `seed ${objectStoryId}`,
    createdAt: state.now(),
  }
  state.ads.creatives.set(creative.id, creative)
  return creative
}

/**
 * Adds an ad to an ad set. By default, it is active, has the ad set's creation time, and passed its review at that
 * time.
 */
export function addAd(state: State, adSet: AdSet, given: Partial<Ad> & { name: string; creativeId: string }): Ad {
  const { createdAt, adAccountId, campaignId } = adSet
  const ad: Ad = {
    id: nextId(state),
    adAccountId,
    campaignId,
    adSetId: adSet.id,
    status: 'ACTIVE',
    review: { decidedAt: createdAt, broken: null },
    delivery: null,
    createdAt,
    updatedAt: createdAt,
    ...given,
  }
  state.ads.ads.set(ad.id, ad)
  return ad
}

/** The total numbers of campaigns, ad sets and ads that `seedTree` adds to an ad account. */
export interface TreeSize {
  campaigns: number
  adSets: number
  ads: number
  /** The number of ads that run; the others are paused. */
  running: number
}

const DAYS_AGO = 45

/**
 * Adds campaigns, ad sets and ads to an ad account, as many as the numbers say, created 45 days ago. Ad sets and ads
 * are distributed evenly over their parents, and all ads show the post `postId`. The first `running` ads are active,
 * the others paused.
 */
export function seedTree(
  state: State,
  { account, postId }: { account: AdAccount; postId: string },
  { campaigns, adSets, ads, running }: TreeSize,
): void {
  const createdAt = state.now() - DAYS_AGO * DAY_MS
  const creativeId = addCreative(state, account, postId).id
  const tops = Array.from({ length: campaigns }, (_, at) =>
    addCampaign(state, account, { name: `Campaign ${at + 1}`, createdAt }),
  )
  const sets = Array.from({ length: adSets }, (_, at) => {
    const campaign = tops[at % tops.length]
    return campaign === undefined ? [] : [addAdSet(state, campaign, { name: `Ad set ${at + 1}` })]
  }).flat()
  for (let at = 0; at < ads; at += 1) {
    const adSet = sets[at % sets.length]
    const status = at < running ? 'ACTIVE' : 'PAUSED'
    if (adSet !== undefined) addAd(state, adSet, { name: `Ad ${at + 1}`, creativeId, status })
  }
}
