import type { GraphCall } from '../../../meta/graph/call.ts'
import { DAY_MS } from '../../../meta/graph/graph-time.ts'
import { allowOnly } from '../../../meta/graph/parameters.ts'
import type { AdAccount, AdSet, Campaign } from '../../../meta/state/ads/records.ts'
import { badParameter, rejection } from '../rejections.ts'
import { BID_STRATEGIES } from './create-campaign.ts'
import {
  isDryRun,
  readBudget,
  readNewStatus,
  readTime,
  readWord,
  requireBudgets,
  requireOpenAccount,
} from './reading.ts'
import { readAudience } from './targeting.ts'

const BILLING_EVENTS = ['IMPRESSIONS', 'LINK_CLICKS', 'PAGE_LIKES', 'POST_ENGAGEMENT', 'THRUPLAY', 'APP_INSTALLS']

/**
 * The optimization goals that each campaign objective allows, keyed by objective: the part of the reference's table
 * that applies to posts.
 */
const GOALS: Record<string, string[]> = {
  OUTCOME_ENGAGEMENT: [
    ...['POST_ENGAGEMENT', 'THRUPLAY', 'PAGE_LIKES', 'EVENT_RESPONSES', 'CONVERSATIONS', 'LINK_CLICKS'],
    ...['IMPRESSIONS', 'REACH', 'LANDING_PAGE_VIEWS', 'OFFSITE_CONVERSIONS', 'REMINDERS_SET'],
  ],
  OUTCOME_AWARENESS: ['REACH', 'IMPRESSIONS', 'AD_RECALL_LIFT', 'THRUPLAY'],
  OUTCOME_TRAFFIC: [
    'LINK_CLICKS',
    'LANDING_PAGE_VIEWS',
    'IMPRESSIONS',
    'REACH',
    'CONVERSATIONS',
    'VISIT_INSTAGRAM_PROFILE',
  ],
  OUTCOME_LEADS: ['LEAD_GENERATION', 'QUALITY_LEAD', 'OFFSITE_CONVERSIONS', 'LINK_CLICKS', 'CONVERSATIONS'],
  OUTCOME_SALES: ['OFFSITE_CONVERSIONS', 'VALUE', 'LINK_CLICKS', 'IMPRESSIONS', 'REACH', 'CONVERSATIONS'],
  OUTCOME_APP_PROMOTION: ['APP_INSTALLS', 'LINK_CLICKS', 'OFFSITE_CONVERSIONS', 'VALUE'],
}

const DESTINATIONS = [
  ...['ON_POST', 'ON_PAGE', 'ON_VIDEO', 'ON_EVENT', 'ON_AD', 'WEBSITE', 'MESSENGER', 'WHATSAPP'],
  ...['FACEBOOK', 'FACEBOOK_PAGE', 'INSTAGRAM_PROFILE', 'INSTAGRAM_DIRECT', 'APP'],
]

const CAPPED = ['LOWEST_COST_WITH_BID_CAP', 'COST_CAP']

function campaignOf(account: AdAccount, { parameters, state }: GraphCall): Campaign {
  const campaign = state.ads.campaigns.get(parameters.required('campaign_id'))
  if (campaign?.adAccountId === account.id) {
    if (campaign.status === 'DELETED') throw rejection('deleted', 'campaign_id')
    if (campaign.status === 'ARCHIVED') throw rejection('archived', 'campaign_id')
    return campaign
  }
  throw badParameter('campaign_id', 'There is no such campaign in this ad account.')
}

function readOwnBudget(campaign: Campaign, { parameters }: GraphCall) {
  const budget = readBudget(parameters)
  const own = budget.dailyBudget !== null || budget.lifetimeBudget !== null
  const above = campaign.dailyBudget !== null || campaign.lifetimeBudget !== null
  if (own && above) throw rejection('bothBudgets')
  if (!own && !above) throw badParameter('daily_budget', 'The ad set needs a budget, as its campaign has none.')
  return budget
}

/**
 * Returns the number of days for which a lifetime budget has to reach the minimum. The rule is known from a copy of the
 * page below; whether Meta counts days that are not complete is not documented: here it does not.
 * @see https://www.facebook.com/business/help/203183363050448
 */
function daysOf({ startTime, endTime }: ReturnType<typeof readSchedule>): number {
  return endTime === null ? 1 : Math.max(1, Math.floor((endTime - startTime) / DAY_MS))
}

/**
 * Reads the start (default: now) and the end (null if not sent) of an ad set, in ms since the epoch. A lifetime budget
 * (`lifetime`) requires an end. With a daily budget, an end must be more than 24 hours after the start.
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-account/adsets (read 2026-11-23)
 */
function readSchedule({ parameters, state }: GraphCall, { lifetime }: { lifetime: boolean }) {
  const startTime = readTime(parameters, 'start_time') ?? state.now()
  const endTime = readTime(parameters, 'end_time') ?? null
  if (lifetime && endTime === null) throw badParameter('end_time', 'A lifetime budget needs an end_time.')
  if (endTime !== null && (endTime <= startTime || endTime <= state.now())) {
    throw badParameter('end_time', 'The end_time must be in the future and after the start_time.')
  }
  if (!lifetime && endTime !== null && endTime - startTime <= DAY_MS) throw rejection('tooShort')
  return { startTime, endTime }
}

function readAuction(campaign: Campaign, { parameters }: GraphCall) {
  const optimizationGoal = parameters.required('optimization_goal')
  if (GOALS[campaign.objective]?.includes(optimizationGoal) !== true) throw rejection('goal')
  const bidStrategy = readWord(parameters, 'bid_strategy', BID_STRATEGIES) ?? null
  const capped = CAPPED.includes(bidStrategy ?? campaign.bidStrategy ?? '')
  if (capped && parameters.whole('bid_amount') === undefined) throw rejection('noBid')
  parameters.required('billing_event')
  const billingEvent = readWord(parameters, 'billing_event', BILLING_EVENTS) ?? ''
  const destinationType = readWord(parameters, 'destination_type', DESTINATIONS) ?? null
  return { optimizationGoal, bidStrategy, billingEvent, destinationType }
}

function readAdSet(account: AdAccount, call: GraphCall): Omit<AdSet, 'id'> {
  const { parameters, state } = call
  const name = parameters.required('name')
  const campaign = campaignOf(account, call)
  const budget = readOwnBudget(campaign, call)
  const lifetime = budget.lifetimeBudget !== null || campaign.lifetimeBudget !== null
  const schedule = readSchedule(call, { lifetime })
  requireBudgets(budget, account, daysOf(schedule))
  return {
    ...budget,
    ...readAuction(campaign, call),
    ...readAudience(account, parameters),
    ...schedule,
    adAccountId: account.id,
    campaignId: campaign.id,
    name,
    status: readNewStatus(parameters),
    promotedObject: parameters.object('promoted_object') ?? null,
    createdAt: state.now(),
    updatedAt: state.now(),
    budgetChanges: [],
  }
}

/**
 * Handles `POST /act_{id}/adsets`: creates an ad set and returns its id. With `validate_only` in `execution_options`,
 * only checks the parameters and returns `{success: true}`.
 * @throws GraphError if the ad account is disabled or a parameter is invalid
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-account/adsets (read 2026-11-20)
 */
export function createAdSet(account: AdAccount, call: GraphCall): unknown {
  const { parameters, state } = call
  requireOpenAccount(account)
  allowOnly(parameters, [
    ...['name', 'campaign_id', 'billing_event', 'optimization_goal', 'bid_strategy', 'bid_amount', 'destination_type'],
    ...['daily_budget', 'lifetime_budget', 'targeting', 'start_time', 'end_time', 'status', 'promoted_object'],
    ...['dsa_beneficiary', 'dsa_payor', 'pacing_type', 'attribution_spec', 'is_dynamic_creative', 'execution_options'],
    ...['regional_regulated_categories', 'regional_regulation_identities'],
  ])
  const adSet = readAdSet(account, call)
  if (isDryRun(call)) return { success: true }
  const id = state.nextId('1202', 17)
  state.ads.adSets.set(id, { ...adSet, id })
  return { id }
}
