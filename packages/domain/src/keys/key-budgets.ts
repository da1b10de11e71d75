import type { Described } from '../schema.ts'

/** The most that a budget can be. */
const maxBudget = 1_000_000

const budget = (description: string) => ({ type: 'integer', minimum: 0, maximum: maxBudget, description }) as const

/** The budgets of writes, each per UTC day. */
const perDay = {
  publishesPerDay: budget('Publishes per UTC day.'),
  repliesPerDay: budget('Comments and replies per UTC day.'),
  messagesPerDay: budget('Messages per UTC day.'),
  campaignsPerDay: budget('Ad campaigns per UTC day.'),
} as const

/** Every budget that an API key can have. 0 allows nothing. */
export const keyBudgets = {
  ...perDay,
  requestsPerMinute: budget("Requests per minute, if fewer than the service's own limit."),
} as const

/** What was used of the budgets that are counted per day. */
export const usedBudgetsShape = {
  type: ['object', 'null'],
  properties: perDay,
  additionalProperties: false,
  description:
    'How much of the budgets per day is used up today (UTC), by the key and by those that it created; null if it has no budgets.',
} as const

/** The budgets that are counted by external writes. */
export const writeBudgets: readonly WriteBudget[] = [
  'publishesPerDay',
  'repliesPerDay',
  'messagesPerDay',
  'campaignsPerDay',
]

/** A budget that is counted by external writes. */
export type WriteBudget = keyof typeof perDay

export type KeyBudget = keyof typeof keyBudgets

/** The budgets of an API key as a schema. */
export const keyBudgetsShape = {
  type: 'object',
  properties: keyBudgets,
  additionalProperties: false,
  minProperties: 1,
} as const

/** The budgets of an API key. One that is absent is not limited. */
export type KeyBudgets = Described<typeof keyBudgetsShape>
