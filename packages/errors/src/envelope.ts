import { catalogue, type ErrorCode } from './catalogue.ts'
import { ServiceError } from './service-error.ts'

/** The JSON body of every error response. */
interface Envelope {
  error: { code: ErrorCode; message: string; details?: unknown; requestId: string; docUrl: string }
}

/** Returns the URL of a code in the API's reference; `publicUrl` is the origin of the gateway. */
function docUrlOf(code: ErrorCode, publicUrl: string): string {
  return `${publicUrl}/docs/errors#${code}`
}

/** Builds the JSON body of the error response to the request `requestId`. `publicUrl` is the origin of the gateway. */
export function envelope(
  { code, message, details }: Pick<ServiceError, 'code' | 'message' | 'details'>,
  { requestId, publicUrl }: { requestId: string; publicUrl: string },
): Envelope {
  const docUrl = docUrlOf(code, publicUrl)
  return { error: { code, message, ...(details !== undefined && { details }), requestId, docUrl } }
}

/** Creates the error for an unexpected failure. Its message says nothing about the cause. */
function internalError(cause: unknown): ServiceError {
  return new ServiceError('internal_error', catalogue.internal_error.meaning, { cause })
}

/**
 * Returns a thrown `ServiceError` unchanged, and any other thrown value as an `internal_error` with the value as its
 * cause.
 */
export function asServiceError(thrown: unknown): ServiceError {
  return thrown instanceof ServiceError ? thrown : internalError(thrown)
}
