import { asServiceError, catalogueRow, ServiceError } from '@carillon/errors'

function asSessionError(thrown: unknown): ServiceError {
  const error = asServiceError(thrown)
  const { places } = catalogueRow(error.code)
  if (places.includes('session')) return error
  return new ServiceError('provider_error', error.message, { cause: error })
}

/**
 * Returns the result of `completing`, or rejects with an error that a failed connection session can report: one whose code
 * the catalogue of errors does not list for sessions becomes `provider_error` with the same message.
 */
export async function inSession<T>(completing: Promise<T>): Promise<T> {
  try {
    return await completing
  } catch (error) {
    throw asSessionError(error)
  }
}
