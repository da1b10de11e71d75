import { isApiError, UnexpectedResponseError } from '@carillon/client'

/** Codes of connections that were not made, so that nothing was sent. */
const notConnected: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_INVALID_URL',
]

function codesOf(error: unknown): unknown[] {
  const { code, cause, errors } = Object(error)
  if (Array.isArray(errors)) return errors.flatMap(codesOf)
  return [...(code === undefined ? [] : [code]), ...(cause === undefined ? [] : codesOf(cause))]
}

/** Whether an error leaves open what the service has done with a request. */
export function isLost(error: unknown): boolean {
  if (isApiError(error)) return error.status >= 500 && error.shouldRetry !== true
  if (error instanceof UnexpectedResponseError) return error.status >= 500 || error.status < 400
  const codes = codesOf(error)
  return codes.length === 0 || !codes.every((code) => notConnected.includes(code))
}
