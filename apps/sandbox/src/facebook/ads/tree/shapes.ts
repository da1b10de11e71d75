import type { GraphCall } from '../../../meta/graph/call.ts'
import { type Shape, show } from '../../../meta/graph/fields.ts'
import { graphTime } from '../../../meta/graph/graph-time.ts'
import type { Ad, AdSet, Budget, Campaign, Creative, SetStatus, TreeNode } from '../../../meta/state/ads/records.ts'
import { nestedList } from '../list.ts'
import { effectiveOfAd, effectiveOfAdSet, effectiveOfCampaign } from './status.ts'

/** The fields that all objects of a campaign tree have. */
const COMMON: Shape<TreeNode, GraphCall>['fields'] = {
  id: ({ id }) => id,
  account_id: ({ adAccountId }) => adAccountId.replace('act_', ''),
  name: ({ name }) => name,
  status: ({ status }) => status,
  configured_status: ({ status }) => status,
  created_time: ({ createdAt }) => graphTime(createdAt),
  updated_time: ({ updatedAt }) => graphTime(updatedAt),
}

const minor = (amount: number | null) => (amount === null ? undefined : String(amount))
const time = (ms: number | null) => (ms === null ? undefined : graphTime(ms))

const BUDGETS: Shape<Budget, GraphCall>['fields'] = {
  daily_budget: ({ dailyBudget }) => minor(dailyBudget),
  lifetime_budget: ({ lifetimeBudget }) => minor(lifetimeBudget),
  budget_remaining: ({ dailyBudget, lifetimeBudget }) => minor(dailyBudget ?? lifetimeBudget),
}

/** Returns the children that nested lists show: like lists, not those that are deleted or archived. */
const below = <T extends { status: SetStatus }>(all: Map<string, T>, isChild: (item: T) => boolean) =>
  [...all.values()].filter((item) => isChild(item) && item.status !== 'DELETED' && item.status !== 'ARCHIVED')

/**
 * The fields of a creative in Graph API responses.
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-creative (read 2026-11-20)
 */
export const creativeShape: Shape<Creative, GraphCall> = {
  type: 'AdCreative',
  defaults: ['id'],
  fields: {
    id: ({ id }) => id,
    account_id: ({ adAccountId }) => adAccountId.replace('act_', ''),
    name: ({ name }) => name,
    status: ({ status }) => status,
    object_story_id: ({ objectStoryId }) => objectStoryId,
    effective_object_story_id: ({ objectStoryId }) => objectStoryId,
    instagram_user_id: ({ instagramUserId }) => instagramUserId,
    thumbnail_url: ({ objectStoryId }, _selection, { state }) => state.pagePosts.get(objectStoryId)?.media[0]?.url,
    body: ({ objectStoryId }, _selection, { state }) => state.pagePosts.get(objectStoryId)?.text,
    object_type: () => 'STATUS',
  },
  unset: ['title', 'image_url', 'video_id', 'call_to_action_type', 'object_story_spec', 'url_tags', 'link_url'],
}

/**
 * Returns the reason why an ad was disapproved, as `{global: {[policy]: text}}`; undefined if the ad was not
 * disapproved, or not yet.
 */
function feedback({ review }: Ad, { state }: GraphCall): Record<string, unknown> | undefined {
  if (review.broken === null || state.now() < review.decidedAt) return undefined
  return { global: { [review.broken]: 'This ad does not comply with our advertising policies.' } }
}

function issues(ad: Ad, call: GraphCall): unknown {
  if (feedback(ad, call) === undefined) return undefined
  return [
    {
      level: 'AD',
      error_code: 1815869,
      error_summary: 'Ad disapproved',
      error_message: 'This ad was disapproved in review and does not run.',
      error_type: 'HARD_ERROR',
    },
  ]
}

/**
 * The fields of an ad in Graph API responses.
 * @see https://developers.facebook.com/docs/marketing-api/reference/adgroup (read 2026-11-20)
 */
export const adShape: Shape<Ad, GraphCall> = {
  type: 'Ad',
  defaults: ['id'],
  fields: {
    ...COMMON,
    adset_id: ({ adSetId }) => adSetId,
    campaign_id: ({ campaignId }) => campaignId,
    effective_status: (ad, _selection, { state }) => effectiveOfAd(state.ads, ad, state.now()),
    creative({ creativeId }, selection, call) {
      const creative = call.state.ads.creatives.get(creativeId)
      return creative && show(creativeShape, creative, selection.fields, call)
    },
    issues_info: (ad, _selection, call) => issues(ad, call),
    ad_review_feedback: (ad, _selection, call) => feedback(ad, call),
  },
  unset: ['bid_amount', 'conversion_specs', 'tracking_specs', 'recommendations', 'preview_shareable_link'],
}

/**
 * The fields of an ad set in Graph API responses.
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-campaign (read 2026-11-20)
 */
export const adSetShape: Shape<AdSet, GraphCall> = {
  type: 'AdSet',
  defaults: ['id'],
  fields: {
    ...COMMON,
    ...BUDGETS,
    campaign_id: ({ campaignId }) => campaignId,
    effective_status: (adSet, _selection, { state }) => effectiveOfAdSet(state.ads, adSet),
    billing_event: ({ billingEvent }) => billingEvent,
    optimization_goal: ({ optimizationGoal }) => optimizationGoal,
    bid_strategy: ({ bidStrategy }) => bidStrategy,
    destination_type: ({ destinationType }) => destinationType ?? 'UNDEFINED',
    targeting: ({ targeting }) => targeting,
    promoted_object: ({ promotedObject }) => promotedObject,
    regional_regulated_categories: ({ regionalCategories }) => regionalCategories,
    regional_regulation_identities: ({ regionalIdentities }) => regionalIdentities,
    dsa_beneficiary: ({ dsaBeneficiary }) => dsaBeneficiary,
    dsa_payor: ({ dsaPayor }) => dsaPayor,
    start_time: ({ startTime }) => time(startTime),
    end_time: ({ endTime }) => time(endTime),
    ads: ({ id }, selection, call) =>
      nestedList(
        adShape,
        below(call.state.ads.ads, ({ adSetId }) => adSetId === id),
        { selection, call },
      ),
  },
  unset: ['bid_amount', 'attribution_spec', 'issues_info', 'learning_stage_info', 'pacing_type', 'recommendations'],
}

/**
 * The fields of a campaign in Graph API responses.
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group (read 2026-11-20)
 */
export const campaignShape: Shape<Campaign, GraphCall> = {
  type: 'Campaign',
  defaults: ['id'],
  fields: {
    ...COMMON,
    ...BUDGETS,
    effective_status: (campaign) => effectiveOfCampaign(campaign),
    objective: ({ objective }) => objective,
    buying_type: ({ buyingType }) => buyingType,
    bid_strategy: ({ bidStrategy }) => bidStrategy,
    special_ad_categories: ({ specialAdCategories }) => specialAdCategories,
    special_ad_category: ({ specialAdCategories }) => specialAdCategories[0] ?? 'NONE',
    start_time: ({ startTime }) => time(startTime),
    stop_time: ({ stopTime }) => time(stopTime),
    adsets: ({ id }, selection, call) =>
      nestedList(
        adSetShape,
        below(call.state.ads.adSets, ({ campaignId }) => campaignId === id),
        { selection, call },
      ),
    ads: ({ id }, selection, call) =>
      nestedList(
        adShape,
        below(call.state.ads.ads, ({ campaignId }) => campaignId === id),
        { selection, call },
      ),
  },
  unset: ['spend_cap', 'issues_info', 'recommendations', 'promoted_object', 'pacing_type', 'topline_id'],
}
