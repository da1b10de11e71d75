import { catalogue, type ErrorCode } from './catalogue.ts'
import { ServiceError } from './service-error.ts'

/** The body of every failure. */
export interface Envelope {
  error: { code: ErrorCode; message: string; details?: unknown; requestId: string; docUrl: string }
}

/** Where the reference of the API describes a code; `publicUrl` is the origin of the gateway. */
function docUrlOf(code: ErrorCode, publicUrl: string): string {
  return `${publicUrl}/docs/errors#${code}`
}

/** The JSON body of an error response to the request with this id. */
export function envelope(
  { code, message, details }: Pick<ServiceError, 'code' | 'message' | 'details'>,
  { requestId, publicUrl }: { requestId: string; publicUrl: string },
): Envelope {
  const docUrl = docUrlOf(code, publicUrl)
  return { error: { code, message, ...(details !== undefined && { details }), requestId, docUrl } }
}

/** The error for an unexpected failure. Its message says nothing about the cause. */
function internalError(cause: unknown): ServiceError {
  return new ServiceError('internal_error', catalogue.internal_error.meaning, { cause })
}

/**
 * Converts any thrown value to a `ServiceError`; values of other classes become an internal error with the value as its
 * cause.
 */
export function asServiceError(thrown: unknown): ServiceError {
  return thrown instanceof ServiceError ? thrown : internalError(thrown)
}
