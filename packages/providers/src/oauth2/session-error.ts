import { asServiceError, catalogueRow, ServiceError } from '@carillon/errors'

/** Some codes belong to answers of the API only; a session then says that the network failed, in the same words. */
export function asSessionError(thrown: unknown): ServiceError {
  const error = asServiceError(thrown)
  const { places } = catalogueRow(error.code)
  if (places.includes('session')) return error
  return new ServiceError('provider_error', error.message, { cause: error })
}
