import { isApiError } from '@carillon/client'

/**
 * Whether an object may have been created although the request failed, so that sending it again could create it twice:
 * the response was lost, or the service does not know the outcome. False for null.
 */
function isUndecided(error: unknown): boolean {
  if (error === null || error === undefined) return false
  if (!isApiError(error, 'provider_error')) return !isApiError(error)
  const { details } = error
  return details !== undefined && !Array.isArray(details) && details.outcome === 'unknown'
}

/**
 * A sentence for the user if an object may have been created despite the error; null for any other error and for none.
 * `what` names the object ("the campaign"), `list` says where to look for it ("among the campaigns").
 */
export function undecidedAdvice(error: unknown, what: string, list: string): string | null {
  if (!isUndecided(error)) return null
  return `It is not known whether ${what} was created. Close this dialog, and look for its name ${list} in a few minutes before you create it again.`
}
