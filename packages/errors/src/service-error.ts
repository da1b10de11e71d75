import { catalogueRow, type ErrorCode } from './catalogue.ts'

/** The limit that a value does not meet, and the value, if both are numbers. */
export interface Bound {
  limit: number
  actual: number
}

/** One failed check, as the envelope's `details` lists them. */
export interface Issue {
  path: string[]
  message: string
}

export interface ServiceErrorOptions {
  /** Returned to the caller unchanged: never a network's text, unless the catalogue states it. */
  details?: unknown
  /** Kept for the log, never shown. */
  cause?: unknown
  /** One of the code's statuses; its first one if omitted. */
  status?: number
  /** For each entry of `details`, the limit that was not met, if it is about a limit. */
  bounds?: readonly (Bound | null)[]
  /** Seconds until trying again makes sense; becomes `Retry-After`. */
  retryAfter?: number
  /** Whether a write of the request may be stored, so that sending the request again could repeat it. */
  mayBeStored?: boolean
}

/** A failure that has a code of the catalogue and a message for the caller. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: unknown
  readonly retryAfter: number | undefined
  readonly bounds: readonly (Bound | null)[]
  readonly mayBeStored: boolean

  /** Without a message it has the code's default message. */
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

export interface FailedCheck extends Issue {
  /** `invalid_request` if omitted. */
  code?: ErrorCode
  /** The name of the value in the message if `path` is empty. */
  whole?: string
  bound?: Bound | null
}

/** The error for one invalid field. The message names the field; `details` contains its path. */
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
