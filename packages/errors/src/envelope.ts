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

/** What a caller is told of a fault nobody foresaw: nothing of its cause. */
export function internalError(cause: unknown): ServiceError {
  return new ServiceError('internal_error', catalogue.internal_error.meaning, { cause })
}

/** Any thrown value as a `ServiceError`: itself when it is one, else an internal error with it as cause. */
export function asServiceError(thrown: unknown): ServiceError {
  return thrown instanceof ServiceError ? thrown : internalError(thrown)
}
