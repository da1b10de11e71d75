import { catalogueRow, type ErrorCode } from './catalogue.ts'

/** The limit that a value violates, and the value, if both are numbers. */
export interface Bound {
  limit: number
  actual: number
}

/** One failed check, in the form in which `details` of an error lists it. */
export interface Issue {
  path: string[]
  message: string
}

export interface ServiceErrorOptions {
  /** Returned to the client unchanged. Must not contain a network's text, unless the catalogue says so. */
  details?: unknown
  /** Written to the log and never shown to a client. */
  cause?: unknown
  /** One of the code's HTTP statuses; the first one if omitted, or 502 if the code has none. */
  status?: number
  /** For each entry of `details` in order, the limit that was violated; null if the entry concerns no limit. */
  bounds?: readonly (Bound | null)[]
  /** Seconds to wait before a retry; sent as `Retry-After`. */
  retryAfter?: number
  /** Whether a write of the request may have been stored, so that sending the request again could repeat it. */
  mayBeStored?: boolean
}

/** A failure with a code of the catalogue and a message for the client. See `ServiceErrorOptions` for other fields. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: unknown
  readonly retryAfter: number | undefined
  readonly bounds: readonly (Bound | null)[]
  readonly mayBeStored: boolean

  /** @param message the public message; the code's default message if omitted */
  constructor(code: ErrorCode, message?: string, options: ServiceErrorOptions = {}) {
    super(message ?? catalogueRow(code).message, { cause: options.cause })
    this.name = 'ServiceError'
    this.code = code
    this.status = options.status ?? catalogueRow(code).statuses[0] ?? 502
    this.details = options.details
    this.retryAfter = options.retryAfter
    this.bounds = options.bounds ?? []
    this.mayBeStored = options.mayBeStored ?? false
  }
}

interface FailedCheck extends Issue {
  /** `invalid_request` if omitted. */
  code?: ErrorCode
  /** The name of the value in the message if `path` is empty; `body` if omitted. */
  whole?: string
  bound?: Bound | null
}

/**
 * Creates the error for one invalid field. The message begins with the field's path or, if the path is empty because
 * the whole body or query is invalid, with `whole`; `details` contains the path as a list and `message`. `bound` is the
 * violated limit with the actual value; null if no limit is violated.
 */
export function fieldError({
  path,
  message,
  code = 'invalid_request',
  whole = 'body',
  bound = null,
}: FailedCheck): ServiceError {
  const name = path.length === 0 ? whole : path.join('.')
  return new ServiceError(code, `${name}: ${message}`, { details: [{ path, message }], bounds: [bound] })
}

function isIssue(value: unknown): value is Issue {
  return typeof value === 'object' && value !== null && 'path' in value && Array.isArray(value.path)
}

/**
 * Returns an error about fields of a nested object as one about the whole body, in which the object is the property
 * `name`: puts `name` before each path in `details` and before the path with which the message begins. An error whose
 * details are not a list of fields is returned unchanged.
 */
export function errorIn(name: string, error: ServiceError): ServiceError {
  const { code, message, details, cause, status, bounds, retryAfter, mayBeStored } = error
  if (!Array.isArray(details) || details.length === 0 || !details.every(isIssue)) return error
  const field = details[0]?.path[0] ?? ''
  const isNamed = field !== '' && ['.', '[', ':'].some((end) => message.startsWith(`${field}${end}`))
  return new ServiceError(code, isNamed ? `${name}.${message}` : message, {
    ...{ cause, status, bounds, mayBeStored },
    ...(retryAfter !== undefined && { retryAfter }),
    details: details.map((issue) => ({ ...issue, path: [name, ...issue.path] })),
  })
}
