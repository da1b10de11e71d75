import type { GraphCall } from '../../../meta/graph/call.ts'
import { allowOnly, type Parameters } from '../../../meta/graph/parameters.ts'
import type { AdAccount, Campaign } from '../../../meta/state/ads/records.ts'
import { badParameter, rejection } from '../rejections.ts'
import {
  isDryRun,
  readBudget,
  readNewStatus,
  readTime,
  readWord,
  requireBudgets,
  requireOpenAccount,
} from './reading.ts'

/** The objectives of new campaigns. The reference still lists older ones (unverified: that they are all rejected). */
const OBJECTIVES = [
  'OUTCOME_APP_PROMOTION',
  'OUTCOME_AWARENESS',
  'OUTCOME_ENGAGEMENT',
  'OUTCOME_LEADS',
  'OUTCOME_SALES',
  'OUTCOME_TRAFFIC',
]

const CATEGORIES = [
  'NONE',
  'HOUSING',
  'EMPLOYMENT',
  'CREDIT',
  'FINANCIAL_PRODUCTS_SERVICES',
  'ISSUES_ELECTIONS_POLITICS',
  'ONLINE_GAMBLING_AND_GAMING',
]

export const BID_STRATEGIES = [
  'LOWEST_COST_WITHOUT_CAP',
  'LOWEST_COST_WITH_BID_CAP',
  'COST_CAP',
  'LOWEST_COST_WITH_MIN_ROAS',
]

function readCategories(parameters: Parameters): string[] {
  if (!parameters.has('special_ad_categories')) {
    throw badParameter('special_ad_categories', 'special_ad_categories is required; an empty list says there are none.')
  }
  const categories = (parameters.list('special_ad_categories') ?? []).map(String)
  const unknown = categories.find((category) => !CATEGORIES.includes(category))
  if (unknown !== undefined) throw badParameter('special_ad_categories', `${unknown} is not a special ad category.`)
  return categories.filter((category) => category !== 'NONE')
}

function readObjective(parameters: Parameters): string {
  const objective = parameters.required('objective')
  if (OBJECTIVES.includes(objective)) return objective
  throw badParameter('objective', `The objective ${objective} is invalid. Use one of ${OBJECTIVES.join(', ')}.`)
}

function readCampaign(account: AdAccount, { parameters, state }: GraphCall): Omit<Campaign, 'id'> {
  const now = state.now()
  const budget = readBudget(parameters)
  const name = parameters.required('name')
  const objective = readObjective(parameters)
  const specialAdCategories = readCategories(parameters)
  requireBudgets(budget, account)
  const hasBudget = budget.dailyBudget !== null || budget.lifetimeBudget !== null
  if (!hasBudget && parameters.flag('is_adset_budget_sharing_enabled') === undefined) throw rejection('budgetSharing')
  const bidStrategy = readWord(parameters, 'bid_strategy', BID_STRATEGIES) ?? null
  return {
    ...budget,
    adAccountId: account.id,
    name,
    objective,
    specialAdCategories,
    status: readNewStatus(parameters),
    buyingType: readWord(parameters, 'buying_type', ['AUCTION', 'RESERVED']) ?? 'AUCTION',
    bidStrategy: bidStrategy ?? (hasBudget ? 'LOWEST_COST_WITHOUT_CAP' : null),
    startTime: readTime(parameters, 'start_time') ?? now,
    stopTime: readTime(parameters, 'stop_time') ?? null,
    createdAt: now,
    updatedAt: now,
  }
}

/**
 * Handles `POST /act_{id}/campaigns`: creates a campaign and returns its id. With `validate_only` in
 * `execution_options`, only checks the parameters and returns `{success: true}`.
 * @throws GraphError if the ad account is disabled or a parameter is invalid
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-account/campaigns (read 2026-11-20)
 */
export function createCampaign(account: AdAccount, call: GraphCall): unknown {
  const { parameters, state } = call
  requireOpenAccount(account)
  allowOnly(parameters, [
    ...['name', 'objective', 'status', 'special_ad_categories', 'special_ad_category_country', 'buying_type'],
    ...[
      'daily_budget',
      'lifetime_budget',
      'bid_strategy',
      'is_adset_budget_sharing_enabled',
      'start_time',
      'stop_time',
    ],
    ...['spend_cap', 'promoted_object', 'pacing_type', 'execution_options'],
  ])
  const campaign = readCampaign(account, call)
  if (isDryRun(call)) return { success: true }
  const id = state.nextId('1202', 17)
  state.ads.campaigns.set(id, { ...campaign, id })
  return { id }
}
