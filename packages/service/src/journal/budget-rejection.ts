import { exhaustedBudget, isKeyOfBudgetDeleted } from '@carillon/database'
import { ServiceError } from '@carillon/errors'

const dayMs = 86_400_000

/**
 * Returns the client's error if a write was not stored because a budget of its API key is exhausted or the key was
 * deleted; undefined for any other error.
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
