import { isApiError } from '@carillon/client'

/**
 * Whether something may have been created although the request failed: the response was lost, or the service does not
 * know yet. To send it once more could create it twice.
 */
export function isUndecided(error: unknown): boolean {
  if (error === null || error === undefined) return false
  if (!isApiError(error, 'provider_error')) return !isApiError(error)
  const { details } = error
  return details !== undefined && !Array.isArray(details) && details.outcome === 'unknown'
}
