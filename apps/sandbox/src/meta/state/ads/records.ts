/** The status that an advertiser has set. The actual one is the effective status. */
export type SetStatus = 'ACTIVE' | 'PAUSED' | 'ARCHIVED' | 'DELETED'

export const SET_STATUSES: SetStatus[] = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED']

export interface AdAccount {
  /** `act_{digits}` */
  id: string
  name: string
  /** 1 active, 2 disabled, 3 unsettled, … */
  status: number
  /** 0: not disabled. */
  disableReason: number
  currency: string
  timezoneId: number
  businessId: string | null
  /** Who may use it. */
  personIds: string[]
  /** Whether there is something to pay with: without, ads are made but not delivered. */
  funded: boolean
  /** Amounts are in the currency's minor unit; a cap of 0 means no cap. */
  amountSpent: number
  balance: number
  spendCap: number
  /** When the cap was changed, in milliseconds since the epoch. */
  capChanges: number[]
  endAdvertiser: string
  mediaAgency: string
  partner: string
  dsaBeneficiary: string | null
  dsaPayor: string | null
  createdAt: number
}

/** The fields that campaigns, ad sets and ads have in common. */
export interface TreeNode {
  id: string
  adAccountId: string
  name: string
  status: SetStatus
  createdAt: number
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
  startTime: number
  stopTime: number | null
}

export interface AdSet extends TreeNode, Budget {
  campaignId: string
  billingEvent: string
  optimizationGoal: string
  bidStrategy: string | null
  destinationType: string | null
  targeting: Record<string, unknown>
  /** What the ads are for, such as `{page_id}`; it cannot be changed. */
  promotedObject: Record<string, unknown> | null
  /** Declarations for the laws of countries, with the ids of verified identities by their keys. */
  regionalCategories: string[]
  regionalIdentities: Record<string, string>
  dsaBeneficiary: string | null
  dsaPayor: string | null
  startTime: number
  endTime: number | null
  /** When the budget was changed, in milliseconds since the epoch. */
  budgetChanges: number[]
}

/** The result of an ad's review, and when it becomes visible. */
interface Review {
  decidedAt: number
  /** Null: approved; else the policy that the ad breaks. */
  broken: string | null
}

export interface Ad extends TreeNode {
  campaignId: string
  adSetId: string
  creativeId: string
  review: Review
  /** Since when it runs, and until when; null before it ever ran. Milliseconds since the epoch. */
  delivery: { from: number; until: number | null } | null
}

export interface Creative {
  id: string
  adAccountId: string
  name: string
  status: 'ACTIVE' | 'DELETED'
  /** `{page}_{post}` */
  objectStoryId: string
  instagramUserId: string | null
  /** What its content consists of; the ad account has one creative for each. */
  content: string
  createdAt: number
}

export interface LeadForm {
  id: string
  pageId: string
  name: string
  status: 'ACTIVE' | 'ARCHIVED' | 'DELETED' | 'DRAFT'
  locale: string
  createdAt: number
  questions: { key: string; label: string; type: string; options?: { key: string; value: string }[] }[]
}

export interface Lead {
  id: string
  formId: string
  /** Null: the form was found without an ad. */
  adId: string | null
  platform: 'fb' | 'ig'
  fields: { name: string; values: string[] }[]
  createdAt: number
}
