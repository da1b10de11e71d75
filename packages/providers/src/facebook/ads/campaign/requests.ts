import type { GraphParameters } from '../../../meta/graph.ts'
import { requirePage } from '../../credentials.ts'
import { adName, creativeName, markedName } from './names.ts'
import { regionalForm } from './regional.ts'
import type { CampaignCall, CampaignState } from './state.ts'

/** Converts an ISO 8601 time to the form that Graph itself uses: in UTC with `+0000`, without fractions of a second. */
function graphTime(iso: string): string {
  return new Date(iso).toISOString().replace(/\.\d{3}Z$/, '+0000')
}

/**
 * Returns the parameters of the Graph request that creates a campaign: paused, with the objective `OUTCOME_ENGAGEMENT`
 * (Meta creates no older objectives), and under a name by which it is found after a lost response. Its final name is
 * set at the end. The budget belongs to the ad set, so the campaign must declare that ad sets do not share one.
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-account/campaigns (read 2026-11-20)
 */
export function campaignForm(call: Pick<CampaignCall, 'input'>, state: CampaignState): GraphParameters {
  const { specialAdCategories, countries } = call.input
  const categories = specialAdCategories.filter((category) => category !== 'none').map((word) => word.toUpperCase())
  return {
    name: markedName(call, state),
    objective: 'OUTCOME_ENGAGEMENT',
    status: 'PAUSED',
    special_ad_categories: categories,
    special_ad_category_country: categories.length > 0 ? countries : undefined,
    buying_type: 'AUCTION',
    is_adset_budget_sharing_enabled: false,
  }
}

/**
 * Returns the parameters that create the ad set, with the Page as its promoted object. The reference of ad sets does
 * not require a promoted object, and Meta creates an ad set without it, but then rejects every ad in it (code 100,
 * subcode 1885154). It cannot be added later.
 * @throws ProviderError `page_not_selected` if the connection has no Page
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-account/adsets (read 2026-11-20)
 * @see https://github.com/pipeboard-co/meta-ads-mcp/pull/140 (read 2026-11-23)
 */
export function adSetForm(call: CampaignCall, { campaignId }: CampaignState): GraphParameters {
  const { input } = call
  const { budget, startTime, endTime, countries, ageMin, ageMax, dsaBeneficiary, dsaPayor } = input
  return {
    name: input.name,
    campaign_id: campaignId ?? undefined,
    status: 'PAUSED',
    billing_event: 'IMPRESSIONS',
    optimization_goal: 'POST_ENGAGEMENT',
    bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
    destination_type: 'ON_POST',
    promoted_object: { page_id: requirePage(call).pageId },
    ...('daily' in budget ? { daily_budget: budget.daily } : { lifetime_budget: budget.lifetime }),
    start_time: startTime === null ? undefined : graphTime(startTime),
    end_time: endTime === null ? undefined : graphTime(endTime),
    targeting: {
      geo_locations: { countries },
      age_min: ageMin,
      age_max: ageMax,
      // Required. With 1, Meta may deliver to ages outside the requested range.
      targeting_automation: { advantage_audience: 0 },
    },
    dsa_beneficiary: dsaBeneficiary ?? undefined,
    dsa_payor: dsaPayor ?? undefined,
    ...regionalForm(input),
  }
}

/**
 * Returns the parameters that create the creative for the post at `index`, counted from 0.
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/creative (read 2026-11-20)
 */
export function creativeForm(call: Pick<CampaignCall, 'input'>, state: CampaignState, index: number): GraphParameters {
  return { name: creativeName(call, state, index), object_story_id: state.storyIds?.[index] }
}

/**
 * Returns the parameters that create the ad for the post at `index`, counted from 0, in the ad set and with the
 * creative of the state.
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-account/ads (read 2026-11-20)
 */
export function adForm(
  call: Pick<CampaignCall, 'input'>,
  { adSetId, creativeIds }: CampaignState,
  index: number,
): GraphParameters {
  return {
    name: adName(call, index),
    adset_id: adSetId ?? undefined,
    creative: { creative_id: creativeIds[index] },
    status: 'PAUSED',
  }
}

/**
 * Returns the parameters that validate the first ad in the new ad set, with a creative that is described instead of
 * created.
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-account/ads (read 2026-11-23)
 */
export function adDryRunForm(call: Pick<CampaignCall, 'input'>, state: CampaignState): GraphParameters {
  return { ...adForm(call, state, 0), creative: { object_story_id: state.storyIds?.[0] } }
}
