import { closed, type Described, nullableText, nullableTimestamp, text, timestamp } from '../schema.ts'
import { nullableAmount } from './ad-account.ts'

/** The values of a campaign's `effectiveStatus`. */
export const campaignStatuses = ['active', 'paused', 'deleted', 'archived', 'in_process', 'with_issues'] as const

const dailyBudget = {
  ...nullableAmount,
  description:
    "The budget per day in Meta's minor unit of the currency (see `currency` of the ad account); null if the platform reports no such budget, for example because its budget is a total one (lifetimeBudget), or is set at the other level (campaign or ad set).",
} as const
const lifetimeBudget = {
  ...nullableAmount,
  description:
    "The total budget in Meta's minor unit of the currency (see `currency` of the ad account); null if the platform reports no such budget, for example because its budget is daily (dailyBudget), or is set at the other level (campaign or ad set).",
} as const

const status = {
  ...text,
  description:
    'The status that was set for the object itself, in lower case; `unknown` if the platform does not report it.',
} as const
const effectiveStatus = {
  ...text,
  description:
    "Facebook's `effective_status` in lower case, such as active, paused or campaign_paused: unlike status, it also depends on other things, such as the objects above this one and the review of an ad. Facebook may add values; `unknown` if it reports none.",
} as const

const issue = closed({ level: nullableText, code: nullableText, summary: nullableText, message: nullableText })

const adShape = closed({
  id: text,
  name: nullableText,
  status,
  effectiveStatus,
  postId: {
    ...nullableText,
    description: "The platform's id of the post that the ad shows; null if the platform reports none.",
  },
  creativeId: nullableText,
  thumbnailUrl: nullableText,
  issues: {
    type: 'array',
    items: issue,
    description: 'Why the platform does not deliver the ad, in its words; empty if it reports no problem.',
  },
  reviewFeedback: {
    type: ['object', 'null'],
    additionalProperties: true,
    description: "The result of the platform's review of the ad, as the platform sent it; null without one.",
  },
})

const adSetShape = closed({
  id: text,
  name: nullableText,
  status,
  effectiveStatus,
  dailyBudget,
  lifetimeBudget,
  billingEvent: nullableText,
  optimizationGoal: nullableText,
  startTime: nullableTimestamp,
  endTime: nullableTimestamp,
  targeting: {
    type: ['object', 'null'],
    additionalProperties: true,
    description: 'To whom the ads are shown, as the platform sent it; null if it sent nothing.',
  },
  ads: { type: 'array', items: adShape },
})

const campaignShape = closed({
  id: text,
  name: nullableText,
  objective: nullableText,
  status,
  effectiveStatus,
  dailyBudget,
  lifetimeBudget,
  startTime: nullableTimestamp,
  stopTime: nullableTimestamp,
  createdAt: nullableTimestamp,
  adSets: { type: 'array', items: adSetShape },
})

const tree = {
  adAccountId: text,
  currency: text,
  campaigns: { type: 'array', items: campaignShape },
  complete: {
    type: 'boolean',
    description: 'Whether the tree was read completely; if false, campaigns, ad sets or ads can be missing.',
  },
  incompleteReason: {
    enum: ['deadline', null],
    description: 'Why the tree is not complete. deadline: reading it took too long. null: it is complete.',
  },
} as const

export const adTreeShape = closed({ ...tree, fetchedAt: timestamp })

const readTree = closed(tree)
/** A campaign tree as a provider reads it: without `fetchedAt`. */
export type AdTree = Described<typeof readTree>
export type Campaign = Described<typeof campaignShape>
export type AdSet = Described<typeof adSetShape>
export type Ad = Described<typeof adShape>

export const effectiveStatusFilter = {
  type: 'string',
  pattern: `^(${campaignStatuses.join('|')})(,(${campaignStatuses.join('|')})){0,5}$`,
  'x-rule': `A comma-separated list of ${campaignStatuses.join(', ')}, in lower case.`,
  description:
    'Returns only campaigns whose effectiveStatus is one of these values, also with campaignId. If omitted, archived and deleted campaigns are excluded, except the one that campaignId names. The values do not filter ad sets and ads by their own status: archived and deleted ones are included with campaignId, or if archived or deleted is one of the values (either includes both); all others are always included.',
} as const
