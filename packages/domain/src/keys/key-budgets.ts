import type { Described } from '../schema.ts'

/** The maximum of every budget. */
const maxBudget = 1_000_000

const budget = (description: string) => ({ type: 'integer', minimum: 0, maximum: maxBudget, description }) as const

/** The schemas of the budgets that are counted per UTC day. */
const perDay = {
  publishesPerDay: budget(
    'The maximum number of publishes per UTC day. A scheduled post counts on the day on which it is due or released.',
  ),
  repliesPerDay: budget('The maximum number of comments and replies per UTC day.'),
  messagesPerDay: budget('The maximum number of messages per UTC day.'),
  campaignsPerDay: budget('The maximum number of ad campaigns per UTC day.'),
} as const

const used = (writes: string) =>
  budget(`${writes} today (UTC) with this key or a key that it created, directly or through other keys.`)

/** The schemas of how much of each of these budgets is used. */
const usedToday = {
  publishesPerDay: used('Publishes, and scheduled posts that are due or released,'),
  repliesPerDay: used('Comments and replies'),
  messagesPerDay: used('Messages'),
  campaignsPerDay: used('Ad campaigns'),
} as const satisfies Record<keyof typeof perDay, unknown>

/**
 * The JSON schemas of all budgets that an API key can have, keyed by name: the maximum numbers of requests per minute
 * and of publishes, replies, messages and ad campaigns per UTC day. A budget of 0 allows nothing.
 */
export const keyBudgets = {
  ...perDay,
  requestsPerMinute: budget(
    'The maximum number of requests per minute of this key alone: keys that it creates have limits of their own. Has an effect only below the rate limit that Carillon sets for every key.',
  ),
} as const

/**
 * The JSON schema of how many publishes, replies, messages and ad campaigns an API key has used of its budgets on the
 * current UTC day, together with the keys that it created; null if it has no budgets.
 */
export const usedBudgetsShape = {
  type: ['object', 'null'],
  properties: usedToday,
  additionalProperties: false,
  description:
    'How much of its budgets per day the key has used today (UTC), together with the keys that it created. A write counts as soon as it is stored, a schedule on the day on which it is due. One that failed without reaching the platform no longer counts; one that the platform rejected does. Writes and schedules from before the key had the budget usually do not count. A budget that the key does not have is omitted; null if `budgets` is null.',
} as const

/** The budgets that external writes use up: publishes, comments and replies, messages, and ad campaigns. */
export const writeBudgets: readonly WriteBudget[] = [
  'publishesPerDay',
  'repliesPerDay',
  'messagesPerDay',
  'campaignsPerDay',
]

/** A budget that external writes use up; it is counted per UTC day. */
export type WriteBudget = keyof typeof perDay

export type KeyBudget = keyof typeof keyBudgets

/**
 * The JSON schema of an API key's budgets: the maximum numbers of requests per minute and of publishes, replies,
 * messages and ad campaigns per UTC day, at least one of them.
 */
export const keyBudgetsShape = {
  type: 'object',
  properties: keyBudgets,
  additionalProperties: false,
  minProperties: 1,
} as const

/** The budgets of an API key. What an absent budget would count is not limited. */
export type KeyBudgets = Described<typeof keyBudgetsShape>
