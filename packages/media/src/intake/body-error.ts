import { ServiceError } from '@carillon/errors'

/** A body that is no JSON. `position` counts bytes from its beginning; null when no place can be named. */
export function syntaxError(problem: string, position: number | null): ServiceError {
  const place = position === null ? '' : ` at byte ${position}`
  const message = `The body is not valid JSON: ${problem}${place}.`
  return new ServiceError('invalid_request', message, { details: [{ path: [], message: `${problem}${place}` }] })
}

/** A body over one of its limits: status 413. */
export function tooLarge(what: string, limit: number): ServiceError {
  const message = `The body is too large: at most ${limit} ${what} are taken.`
  return new ServiceError('invalid_request', message, { status: 413, details: [{ path: [], message }] })
}

/** A text of base64 that is longer than any may be: status 413, as nothing behind it is read. How long it is nobody knows. */
export function textTooLong(path: readonly string[], limit: number): ServiceError {
  const found = `it is longer than the ${limit} characters of base64 that one value may have`
  const message = `${path.join('.')}: ${found}. Send a smaller file, or a video by its URL.`
  return new ServiceError('invalid_request', message, { status: 413, details: [{ path: [...path], message: found }] })
}
