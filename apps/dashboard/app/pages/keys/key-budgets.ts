import type { ApiKey } from '@carillon/client'
import { hasScope, type KeyScope } from '../../data/key-scopes.ts'

export type KeyBudget = keyof NonNullable<ApiKey['budgets']>

/**
 * Every budget of a key, with its label and noun. It applies only to keys with at least one of its `scopes`; to all
 * keys if that is empty.
 */
export const keyBudgets: readonly { budget: KeyBudget; label: string; noun: string; scopes: readonly KeyScope[] }[] = [
  {
    budget: 'publishesPerDay',
    label: 'Publishes a day',
    noun: 'publishes',
    scopes: ['posts:write', 'schedules:write'],
  },
  { budget: 'repliesPerDay', label: 'Replies a day', noun: 'replies', scopes: ['comments:write'] },
  { budget: 'messagesPerDay', label: 'Messages a day', noun: 'messages', scopes: ['messages:write'] },
  { budget: 'campaignsPerDay', label: 'Campaigns a day', noun: 'campaigns', scopes: ['ads:write'] },
  { budget: 'requestsPerMinute', label: 'Requests a minute', noun: 'requests', scopes: [] },
]

/** The budgets that apply to a key with these scopes. */
export function budgetsFor(scopes: readonly KeyScope[]) {
  return keyBudgets.filter((one) => one.scopes.length === 0 || one.scopes.some((scope) => hasScope(scopes, scope)))
}

/** A budget of `max` in words, such as "50 replies a day". */
export function budgetWords(budget: KeyBudget, max: number): string {
  const noun = keyBudgets.find((one) => one.budget === budget)?.noun ?? budget
  return `${max.toLocaleString('en')} ${noun} a ${budget === 'requestsPerMinute' ? 'minute' : 'day'}`
}
