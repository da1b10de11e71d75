import { ApiError, UnexpectedResponseError } from './api-error.ts'
import { backoff } from './pause.ts'

const maxRetryAfterSeconds = 60

/** Codes of errors with which no connection was made. */
const noConnection = [
  'ERR_INVALID_URL',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
]

function codesOf(error: unknown): unknown[] {
  const { code, cause, errors }: { code?: unknown; cause?: unknown; errors?: unknown } = Object(error)
  if (error === null || error === undefined) return []
  // A host with several addresses: none may have been reached.
  if (Array.isArray(errors)) return errors.flatMap(codesOf)
  return [...(code === undefined ? [] : [code]), ...codesOf(cause)]
}

/** Whether it is certain that nothing has been sent: no connection could be made. */
export function isNotSent(error: unknown): boolean {
  const codes = codesOf(error)
  return codes.length > 0 && codes.every((code) => noConnection.includes(String(code)))
}

/** A response that the service did not finish or did not send: nothing is known of what became of the request. */
export function isLost(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 && error.shouldRetry !== true
  if (error instanceof UnexpectedResponseError) return error.status >= 500 || error.status < 400 || error.status === 408
  return true
}

/** Whether the service may have carried out a request that ended with an error: look before you repeat it. */
export const mayHaveArrived = (error: unknown): boolean => !isNotSent(error) && isLost(error)

/** Whether a request can be sent again: by the word of the response, or because a second one changes nothing. */
export function isSafeToRepeat(error: unknown, isRepeatable: boolean): boolean {
  if (!(error instanceof ApiError)) return isRepeatable && isLost(error)
  if (error.shouldRetry !== null) return error.shouldRetry
  return isRepeatable && (error.status >= 500 || error.status === 429)
}

/** Milliseconds to wait before the next attempt; null if the service wants a longer wait than this client offers. */
export function retryDelay(error: unknown, attempt: number): number | null {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : null
  if (seconds === null) return backoff(attempt)
  return seconds > maxRetryAfterSeconds ? null : Math.max(seconds * 1000, backoff(attempt, 0))
}
