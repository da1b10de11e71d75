import { ApiError, UnexpectedResponseError } from './api-error.ts'
import { backoff } from './pause.ts'
import { isInvalidRequest } from './request-of.ts'

const maxRetryAfterSeconds = 60

/** The codes of errors with which nothing was sent: without a connection, or if the certificate was rejected. */
const noConnection = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$/
const wrongCertificate = /^(?:(?:CERT|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED)_\w+|ERR_TLS_CERT_ALTNAME_INVALID)$/

function codesOf(error: unknown): unknown[] {
  const { code, cause, errors }: { code?: unknown; cause?: unknown; errors?: unknown } = Object(error)
  // A host with several addresses: none may have been reached.
  if (Array.isArray(errors)) return errors.flatMap(codesOf)
  return [...(code === undefined ? [] : [code]), ...(cause ? codesOf(cause) : [])]
}

/** Returns whether it is certain that nothing was sent, because no secure connection was made. */
export function isNotSent(error: unknown): boolean {
  const codes = codesOf(error).map(String)
  return codes.length > 0 && codes.every((code) => noConnection.test(code) || wrongCertificate.test(code))
}

/** Returns whether the outcome of a request is open: no whole response, a 5xx not marked for retry, a proxy's 408. */
export function isLost(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 && error.shouldRetry !== true
  if (!(error instanceof UnexpectedResponseError)) return !isInvalidRequest(error)
  const { status, isRedirect } = error
  return !isRedirect && (status >= 500 || status < 400 || status === 408)
}

/** Returns whether the service may have executed a request that ended with `error`: check this before a retry. */
export const mayHaveArrived = (error: unknown): boolean => !isNotSent(error) && isLost(error)

/** Returns whether a request can be sent again: as `X-Should-Retry` says, else if repeatable and `error` temporary. */
export function isSafeToRepeat(error: unknown, isRepeatable: boolean): boolean {
  if (!(error instanceof ApiError)) return isRepeatable && isLost(error)
  if (error.shouldRetry !== null) return error.shouldRetry
  return isRepeatable && (error.status >= 500 || error.status === 429)
}

/** Returns the ms to wait after the failed attempt `attempt`, from 0; null if the service requests more than 60 s. */
export function retryDelay(error: unknown, attempt: number): number | null {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : null
  if (seconds === null) return backoff(attempt)
  return seconds > maxRetryAfterSeconds ? null : Math.max(seconds * 1000, backoff(attempt, 0))
}
