import { asServiceError, catalogueRow, ServiceError } from '@carillon/errors'

/**
 * Converts any thrown value to an error that a failed connection session can report: an error whose code the catalogue
 * of errors does not list for sessions becomes `provider_error` with the same message.
 */
export function asSessionError(thrown: unknown): ServiceError {
  const error = asServiceError(thrown)
  const { places } = catalogueRow(error.code)
  if (places.includes('session')) return error
  return new ServiceError('provider_error', error.message, { cause: error })
}
