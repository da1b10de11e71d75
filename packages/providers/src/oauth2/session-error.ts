import { asServiceError, catalogueRow, ServiceError } from '@carillon/errors'

/**
 * Converts an error to one that a connection session may carry: codes that only API responses use become
 * `provider_error` with the same message.
 */
export function asSessionError(thrown: unknown): ServiceError {
  const error = asServiceError(thrown)
  const { places } = catalogueRow(error.code)
  if (places.includes('session')) return error
  return new ServiceError('provider_error', error.message, { cause: error })
}
