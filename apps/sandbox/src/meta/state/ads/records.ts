/** The status that an advertiser has set. Whether an ad runs also depends on its parents and its review. */
export type SetStatus = 'ACTIVE' | 'PAUSED' | 'ARCHIVED' | 'DELETED'

export const SET_STATUSES: SetStatus[] = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED']

export interface AdAccount {
  /** The id: `act_` followed by digits. */
  id: string
  name: string
  /** Meta's code of the status, such as 1 for active, 2 for disabled, 3 for unsettled. */
  status: number
  /** Meta's code of the reason why the account is disabled; 0 if it is not. */
  disableReason: number
  currency: string
  timezoneId: number
  businessId: string | null
  /** The ids of the users who have access. */
  personIds: string[]
  /** Whether the account has a payment method. Without one, ads can be created but are not delivered. */
  funded: boolean
  /**
   * The amount that was spent. This amount, `balance` and `spendCap` are in the currency's minor unit; a `spendCap` of
   * 0 means no cap.
   */
  amountSpent: number
  balance: number
  spendCap: number
  /** The times at which `spendCap` was changed, in ms since the epoch. */
  capChanges: number[]
  /** The advertiser. This party, `mediaAgency` and `partner` are numeric ids, `NONE` or `UNFOUND`. */
  endAdvertiser: string
  mediaAgency: string
  partner: string
  dsaBeneficiary: string | null
  dsaPayor: string | null
  /** Milliseconds since the epoch. */
  createdAt: number
}

/** The fields that campaigns, ad sets and ads have in common. */
export interface TreeNode {
  id: string
  adAccountId: string
  name: string
  status: SetStatus
  /** Milliseconds since the epoch. */
  createdAt: number
  /** Milliseconds since the epoch. */
  updatedAt: number
}

/** The budget of a campaign or ad set in the currency's minor unit. At most one field is not null. */
export interface Budget {
  dailyBudget: number | null
  lifetimeBudget: number | null
}

export interface Campaign extends TreeNode, Budget {
  objective: string
  buyingType: string
  bidStrategy: string | null
  specialAdCategories: string[]
  /** Milliseconds since the epoch. */
  startTime: number
  /** Milliseconds since the epoch; null if the campaign has no end. */
  stopTime: number | null
}

export interface AdSet extends TreeNode, Budget {
  campaignId: string
  billingEvent: string
  optimizationGoal: string
  bidStrategy: string | null
  destinationType: string | null
  targeting: Record<string, unknown>
  /** The object that the ads promote, such as `{page_id}`. It cannot be changed. */
  promotedObject: Record<string, unknown> | null
  /**
   * The laws of countries that the ad set declares (`regional_regulated_categories`). `regionalIdentities` has the ids
   * of the verified beneficiaries and payers, keyed as in `regional_regulation_identities`.
   */
  regionalCategories: string[]
  regionalIdentities: Record<string, string>
  dsaBeneficiary: string | null
  dsaPayor: string | null
  /** Milliseconds since the epoch. */
  startTime: number
  /** Milliseconds since the epoch; null if the ad set has no end. */
  endTime: number | null
  /** The times of changes of the budget, in ms since the epoch. */
  budgetChanges: number[]
}

/** The result of an ad's review. It becomes visible at `decidedAt`, in ms since the epoch. */
interface Review {
  decidedAt: number
  /** The policy that the ad violates; null for an approved ad. */
  broken: string | null
}

/** The times between which an ad is active, in ms since the epoch; `until` is null if it still is. */
interface ActiveSpan {
  from: number
  until: number | null
}

export interface Ad extends TreeNode {
  campaignId: string
  adSetId: string
  creativeId: string
  review: Review
  /** The last time span in which the ad is active; null if it has never been. */
  delivery: ActiveSpan | null
  /** The time spans before that one, oldest first; absent if the ad has been active only once. */
  earlierDelivery?: ActiveSpan[]
}

export interface Creative {
  id: string
  adAccountId: string
  name: string
  status: 'ACTIVE' | 'DELETED'
  /** The id of the post: `{page}_{post}`. */
  objectStoryId: string
  instagramUserId: string | null
  /** The content, without the name, as JSON. The active creatives of an ad account have different contents. */
  content: string
  /** Milliseconds since the epoch. */
  createdAt: number
}

export interface LeadForm {
  id: string
  pageId: string
  name: string
  status: 'ACTIVE' | 'ARCHIVED' | 'DELETED' | 'DRAFT'
  locale: string
  /** Milliseconds since the epoch. */
  createdAt: number
  questions: { key: string; label: string; type: string; options?: { key: string; value: string }[] }[]
}

export interface Lead {
  id: string
  formId: string
  /** The ad from which the lead came; null for an organic lead. */
  adId: string | null
  platform: 'fb' | 'ig'
  fields: { name: string; values: string[] }[]
  /** Milliseconds since the epoch. */
  createdAt: number
}
