import { closed, type Described, nullableText, nullableTimestamp, text, timestamp } from '../schema.ts'
import { nullableAmount } from './ad-account.ts'

/** The values of a campaign's `effectiveStatus`. */
export const campaignStatuses = ['active', 'paused', 'deleted', 'archived', 'in_process', 'with_issues'] as const

const status = { ...text, description: 'The status that was set, in lower case.' } as const
const effectiveStatus = { ...text, description: 'The actual delivery status, in lower case.' } as const

const issue = closed({ level: nullableText, code: nullableText, summary: nullableText, message: nullableText })

const adShape = closed({
  id: text,
  name: nullableText,
  status,
  effectiveStatus,
  postId: { ...nullableText, description: 'The post that the ad shows.' },
  creativeId: nullableText,
  thumbnailUrl: nullableText,
  issues: { type: 'array', items: issue },
  reviewFeedback: { type: ['object', 'null'], additionalProperties: true, description: 'As the platform sent it.' },
})

const adSetShape = closed({
  id: text,
  name: nullableText,
  status,
  effectiveStatus,
  dailyBudget: nullableAmount,
  lifetimeBudget: nullableAmount,
  billingEvent: nullableText,
  optimizationGoal: nullableText,
  startTime: nullableTimestamp,
  endTime: nullableTimestamp,
  targeting: { type: ['object', 'null'], additionalProperties: true, description: 'As the platform sent it.' },
  ads: { type: 'array', items: adShape },
})

const campaignShape = closed({
  id: text,
  name: nullableText,
  objective: nullableText,
  status,
  effectiveStatus,
  dailyBudget: nullableAmount,
  lifetimeBudget: nullableAmount,
  startTime: nullableTimestamp,
  stopTime: nullableTimestamp,
  createdAt: nullableTimestamp,
  adSets: { type: 'array', items: adSetShape },
})

const tree = {
  adAccountId: text,
  currency: text,
  campaigns: { type: 'array', items: campaignShape },
  complete: { type: 'boolean', description: 'False if the tree could not be read completely.' },
  incompleteReason: {
    enum: ['deadline', null],
    description: 'Why the tree is not complete: reading it took too long. Null if it is complete.',
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
  description: `Returns only campaigns in these states, with all their ad sets and ads. If omitted, archived and deleted campaigns are excluded.`,
} as const
