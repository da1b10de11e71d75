import { ServiceError } from '@carillon/errors'

/**
 * Creates the error `invalid_request` for a body that is not JSON. `position` is the byte offset of the problem; null
 * if it is unknown.
 */
export function syntaxError(problem: string, position: number | null): ServiceError {
  const place = position === null ? '' : ` at byte ${position}`
  const message = `The body is not valid JSON: ${problem}${place}.`
  return new ServiceError('invalid_request', message, { details: [{ path: [], message: `${problem}${place}` }] })
}

/**
 * Creates the error `invalid_request`, with status 413, for a body over one of its limits. `what` names the unit of the
 * limit, such as `bytes`.
 */
export function tooLarge(what: string, limit: number): ServiceError {
  const message = `The body is too large: at most ${limit} ${what} are taken.`
  return new ServiceError('invalid_request', message, { status: 413, details: [{ path: [], message }] })
}

/**
 * Creates the error `invalid_request`, with status 413, for a base64 string of more than `limit` characters. Reading
 * stops at the limit, so the actual length is unknown.
 */
export function textTooLong(path: readonly string[], limit: number): ServiceError {
  const found = `it is longer than the ${limit} characters of base64 that one value may have`
  const message = `${path.join('.')}: ${found}. Send a smaller file, or a video by its URL.`
  return new ServiceError('invalid_request', message, { status: 413, details: [{ path: [...path], message: found }] })
}
