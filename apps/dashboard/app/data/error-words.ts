import {
  ApiError,
  type ErrorCode,
  PublishUnknownError,
  UnexpectedResponseError,
  WriteUnknownError,
} from '@carillon/client'

/** The explanation of an error for users. */
export interface ErrorWords {
  title: string
  message: string
  /** A sentence that tells the user how to solve the problem; null if unknown. */
  remedy: string | null
  code: string | null
  requestId: string | null
  docUrl: string | null
}

const titles: Partial<Record<ErrorCode, string>> = {
  rate_limited: 'Too many requests',
  database_error: 'The service is out of order',
  internal_error: 'The service failed',
  temporarily_unavailable: 'Busy at the moment',
  provider_unavailable: 'The social network does not respond',
  provider_rejected: 'The social network rejected it',
  profile_scope_violation: 'Not permitted',
  invalid_request: 'Something is not valid',
}

/** Texts for users that replace messages written for API clients. */
const messages: Partial<Record<ErrorCode, string>> = {
  rate_limited: 'A limit on requests has been reached.',
}

const remedies: Partial<Record<ErrorCode, string>> = {
  database_error: 'Try again in a minute. If it continues, the operator of Carillon has to check its database.',
  internal_error: 'Try again. If it continues, send the request id to the operator of Carillon.',
  temporarily_unavailable: 'Try again in a few seconds.',
  provider_unavailable: 'Try again in a few minutes.',
  connection_expired: 'Reconnect the account on its page.',
  reconnect_required: 'Reconnect the account on its page.',
  profile_scope_violation: 'Sign in with a key that is not bound to one profile.',
}

/** A number of seconds in words: "1 second", "17 seconds". */
export const secondsWords = (seconds: number): string => `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`

function ofApiError(error: ApiError): ErrorWords {
  const { code, message, requestId, retryAfterSeconds } = error
  const wait = retryAfterSeconds === null ? null : `Try again in ${secondsWords(retryAfterSeconds)}.`
  const docUrl = 'docUrl' in error && typeof error.docUrl === 'string' ? error.docUrl : null
  return {
    title: titles[code] ?? 'This did not work',
    message: messages[code] ?? message,
    remedy: wait ?? remedies[code] ?? null,
    code,
    requestId,
    docUrl,
  }
}

const unreachable: ErrorWords = {
  title: 'Carillon cannot be reached',
  message: 'The service did not respond.',
  remedy: 'Check your connection, and whether the service is running; then try again.',
  code: null,
  requestId: null,
  docUrl: null,
}

/**
 * Whether a request got no response, by the messages of the TypeErrors that browsers throw for it; other TypeErrors are
 * bugs of the page.
 */
function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError && /failed to fetch|networkerror|load failed|network error/i.test(error.message)
}

/** The explanation of anything that was thrown: an error of the API, a lost connection, or any other value. */
export function errorWords(error: unknown): ErrorWords {
  if (error instanceof ApiError) return ofApiError(error)
  if (isUnreachable(error)) return unreachable
  if (error instanceof UnexpectedResponseError) {
    const { status, requestId, isRedirect } = error
    const did = isRedirect ? 'redirected the request; you may have to sign in there' : `responded with status ${status}`
    return { ...unreachable, message: `Something in front of the service ${did}.`, requestId }
  }
  if (error instanceof PublishUnknownError || error instanceof WriteUnknownError) {
    const { requestId } = error
    const what = error instanceof PublishUnknownError ? 'was published' : 'took effect'
    const message = `It is not known whether it ${what}.`
    return { ...unreachable, title: 'The outcome is unknown', message, remedy: 'Look at the account first.', requestId }
  }
  const message = error instanceof Error ? error.message : String(error)
  return { ...unreachable, title: 'This did not work', message, remedy: 'Try again.' }
}

/**
 * Whether a read that failed may succeed without a user acting: no response, one that is not Carillon's, or 503 or 504.
 */
export function isWorthRetrying(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 503 || error.status === 504
  return isUnreachable(error) || error instanceof UnexpectedResponseError
}
