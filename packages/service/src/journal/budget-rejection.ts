import { exhaustedBudget, isKeyOfBudgetDeleted } from '@carillon/database'
import { ServiceError } from '@carillon/errors'

const dayMs = 86_400_000

/**
 * Converts the database's error about a write that was not stored to the error for the client: `unauthorized` if its
 * API key was deleted, `budget_exhausted` if a budget of the key, or of a key that created it, is used up. Returns
 * undefined for any other error.
 * @param now the current time, from which `retryAfter` counts
 */
export function budgetRejection(thrown: unknown, now: Date): ServiceError | undefined {
  if (isKeyOfBudgetDeleted(thrown)) return new ServiceError('unauthorized', 'The API key has been deleted.')
  const exhausted = exhaustedBudget(thrown)
  if (exhausted === undefined) return undefined
  const { budget, limit, day } = exhausted
  const resetsAt = new Date(Date.parse(day) + dayMs)
  const retryAfter = Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000))
  const message = `The API key, or a key that created it, has used up its budget ${budget} of ${limit} for ${day} (UTC). Retry after ${resetsAt.toISOString()}.`
  const details = { budget, limit, resetsAt: resetsAt.toISOString() }
  return new ServiceError('budget_exhausted', message, { details, retryAfter, cause: thrown })
}
