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

/** The remedy for an error after which something may have been created; null for any other error. */
export function undecidedAdvice(error: unknown, what: string, list: string): string | null {
  if (!isUndecided(error)) return null
  return `It is not known whether ${what} was created. Close this dialog, and look for its name ${list} in a few minutes before you create it again.`
}
