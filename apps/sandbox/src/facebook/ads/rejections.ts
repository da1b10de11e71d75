import { GraphError } from '../../meta/graph/graph-error.ts'

interface Rejection {
  code?: number
  subcode: number
  title: string
  message: string
  /** The parameter that the error names as its cause; absent if it names none. */
  blame?: string
}

/**
 * The errors for which the Marketing API has a subcode, keyed by the sandbox's name.
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/error-reference (read 2026-11-20)
 */
const REJECTIONS = {
  budgetSharing: {
    subcode: 4834011,
    title: 'Must specify True or False in is_adset_budget_sharing_enabled field',
    message: 'Without a campaign budget, say whether ad sets may share theirs.',
    blame: 'is_adset_budget_sharing_enabled',
  },
  budgetTooLow: {
    subcode: 1885272,
    title: 'Budget is too low',
    message: 'The budget is below the minimum of this ad account.',
    blame: 'daily_budget',
  },
  bothBudgets: {
    subcode: 1885621,
    title: 'Only one level can have a budget',
    message: 'The campaign has a budget already: an ad set of it can have none.',
    blame: 'daily_budget',
  },
  advantageAudience: {
    subcode: 1870227,
    title: 'Advantage audience flag required',
    message: 'Set targeting_automation.advantage_audience to 1 or to 0.',
    blame: 'targeting',
  },
  advantageAges: {
    subcode: 1870189,
    title: 'Age range too narrow for an Advantage+ audience',
    message: 'With an Advantage+ audience, age_min is at most 25 and age_max is 65.',
    blame: 'targeting',
  },
  noLocation: {
    subcode: 1885364,
    title: 'Target audience location is missing',
    message: 'The audience has no location. Add a location or a custom audience.',
    blame: 'targeting',
  },
  noBeneficiary: {
    subcode: 3858081,
    title: 'Beneficiary is missing',
    message: 'Ads shown in the European Union need to say who benefits from them.',
    blame: 'dsa_beneficiary',
  },
  noPayor: {
    subcode: 3858152,
    title: 'Payor is missing',
    message: 'Ads shown in the European Union need to say who pays for them.',
    blame: 'dsa_payor',
  },
  // The subcodes of Singapore and Taiwan are those that advertisers have seen, those of Thailand are in the reference of ad sets.
  // https://developers.facebook.com/documentation/ads-commerce/marketing-api/reference/ad-campaign (read 2026-11-23)
  noSingaporeIdentity: {
    subcode: 3858550,
    title: 'Beneficiary or payer is missing',
    message: 'Ads shown in Singapore need to name a verified beneficiary and a verified payer.',
    blame: 'regional_regulation_identities',
  },
  noTaiwanIdentity: {
    subcode: 3858498,
    title: 'Beneficiary or payer is missing',
    message: 'Ads shown in Taiwan need to name a verified beneficiary and a verified payer.',
    blame: 'regional_regulation_identities',
  },
  noThailandBeneficiary: {
    subcode: 3858634,
    title: 'Beneficiary is missing',
    message: 'Ads shown in Thailand need to name a verified beneficiary.',
    blame: 'regional_regulation_identities',
  },
  noThailandPayer: {
    subcode: 3858636,
    title: 'Payer is missing',
    message: 'Ads shown in Thailand need to name a verified payer.',
    blame: 'regional_regulation_identities',
  },
  // https://github.com/pipeboard-co/meta-ads-mcp/pull/140 (read 2026-11-23)
  noPromotedObject: {
    subcode: 1885154,
    title: 'Ad Set with Promoted Object Is Required',
    message: 'The ad set has no promoted object. It has to be set when the ad set is created.',
    blame: 'promoted_object',
  },
  tooShort: {
    subcode: 1487793,
    title: 'The schedule is too short',
    message: 'An ad set with a daily budget runs for more than 24 hours.',
    blame: 'end_time',
  },
  noBid: {
    subcode: 1815857,
    title: 'Bid amount is required',
    message: 'This bid strategy needs a bid_amount.',
    blame: 'bid_amount',
  },
  goal: {
    subcode: 2490408,
    title: 'Performance goal is not available',
    message: 'The objective of the campaign does not support this optimization goal.',
    blame: 'optimization_goal',
  },
  noPost: {
    subcode: 1487472,
    title: 'The post cannot be used',
    message: 'The post of this ad was deleted, or it cannot be seen.',
    blame: 'object_story_id',
  },
  ineligiblePost: {
    subcode: 2490155,
    title: 'The post cannot be promoted',
    message: 'This post cannot be used in an ad.',
    blame: 'object_story_id',
  },
  wrongPage: {
    subcode: 1885029,
    title: 'Wrong Page',
    message: 'The post belongs to a Page that this person cannot advertise for.',
    blame: 'object_story_id',
  },
  deleted: {
    subcode: 1487056,
    title: 'Deleted objects cannot be edited',
    message: 'Of a deleted object only the name can be changed.',
  },
  archived: {
    subcode: 1487566,
    title: 'Archived objects cannot be edited',
    message: 'Of an archived object only the name can be changed, or it can be deleted.',
  },
  capChanges: {
    code: 17,
    subcode: 1885172,
    title: 'Too many changes of the spending limit',
    message: 'The spending limit of an ad account can be changed ten times a day.',
  },
  budgetChanges: {
    code: 613,
    subcode: 1487632,
    title: 'Too many changes of the budget',
    message: 'The budget of an ad set can be changed four times an hour.',
  },
  timedOut: {
    subcode: 1504018,
    title: 'Request timed out',
    message: 'Try a smaller date range, fetch less data, or use an asynchronous report.',
  },
} as const satisfies Record<string, Rejection>

export type RejectionName = keyof typeof REJECTIONS

/**
 * Builds one of the errors for which the Marketing API has a subcode, given by the sandbox's name for it.
 * @param blame the parameter that the error names as its cause, instead of the default of that error
 */
export function rejection(name: RejectionName, blame?: string): GraphError {
  const known: Rejection = REJECTIONS[name]
  const field = blame ?? known.blame
  const { code = 100, subcode, title, message } = known
  return new GraphError('Invalid parameter', {
    code,
    subcode,
    userTitle: title,
    userMessage: message,
    transient: false,
    ...(field !== undefined && { extra: { error_data: { blame_field_specs: [[field]] } } }),
  })
}

/** Builds the error for an invalid or missing parameter that has no documented subcode. */
export function badParameter(field: string, message: string): GraphError {
  return new GraphError('Invalid parameter', {
    code: 100,
    userTitle: 'Invalid parameter',
    userMessage: message,
    transient: false,
    extra: { error_data: { blame_field_specs: [[field]] } },
  })
}

/**
 * Builds the error with code 1, for a page with too much data.
 * @see https://developers.facebook.com/docs/graph-api/guides/error-handling (read 2026-11-20)
 */
export function tooMuchData(): GraphError {
  return new GraphError("Please reduce the amount of data you're asking for, then retry your request", {
    code: 1,
    status: 500,
  })
}
