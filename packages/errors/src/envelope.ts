import { catalogue, type ErrorCode } from './catalogue.ts'
import { ServiceError } from './service-error.ts'

/** The body of every failure. */
export interface Envelope {
  error: { code: ErrorCode; message: string; details?: unknown }
}

/** The JSON body of an error response. */
export function envelope({ code, message, details }: Pick<ServiceError, 'code' | 'message' | 'details'>): Envelope {
  return { error: details === undefined ? { code, message } : { code, message, details } }
}

/** The error for an unexpected failure. Its message says nothing about the cause. */
export function internalError(cause: unknown): ServiceError {
  return new ServiceError('internal_error', catalogue.internal_error.meaning, { cause })
}

/**
 * Converts any thrown value to a `ServiceError`; values of other classes become an internal error with the value as its
 * cause.
 */
export function asServiceError(thrown: unknown): ServiceError {
  return thrown instanceof ServiceError ? thrown : internalError(thrown)
}
